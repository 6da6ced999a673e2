import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import type { Message } from '#contract/inbox/messages.ts'
import type { MailProblem } from '#contract/operations/mail.ts'
import type { RequestSession } from '#platform/http/request-session-types.ts'
import { readConfig } from '#server/config/config.ts'
import { createMessagesModule } from '#server/inbox/messages/messages.ts'
import { createMailModule } from '#server/mail/mail.ts'
import { MAIL_QUEUE_TIMING } from '#server/mail/transport.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startTestApi } from '../support/serve-handlers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const ORIGIN = 'http://127.0.0.1:4001'
const admins = ['owner@example.com', 'partner@example.com']
const email = 'owner@example.com'
const admin: RequestSession = {
  viewer: { kind: 'admin', email, userId: 'owner' },
  person: { userId: 'owner', sessionId: 'one', email, isAdmin: true, assertCurrent: async () => {} },
}
/** The production timing with shorter pauses, in ms. */
const FAST = { ...MAIL_QUEUE_TIMING, poll: 50, firstPause: 100, longestPause: 400 }
/** A timing that never repeats an attempt during a test. */
const SLOW = { ...MAIL_QUEUE_TIMING, deadline: 60_000, silence: 60_000, closeWithin: 10 }

describeOnEachDatabase('message notifications', (kind) => {
  let mail: ReturnType<typeof createMailModule>
  let api: Awaited<ReturnType<typeof startTestApi>>
  const server = startForSuite(startMailServer)
  const database = startForSuite(async () => openDatabase(readConfig(await kind.environment())))
  beforeEach(async () => {
    server.behavior = 'well'
    server.received.length = 0
    for (const table of ['email_outbox', 'message'] as const) await database.write((tx) => tx.deleteFrom(table).execute())
  })
  afterEach(async () => {
    await api.close()
    await mail.close()
  })

  async function start(timing = FAST) {
    const config = readConfig({ ORIGIN, SMTP_URL: server.url, MAIL_FROM: 'The Shop <shop@example.com>' })
    const log = { line: () => {}, problem: () => {} }
    mail = createMailModule({ database, config, log, loadBusiness: async () => buildBusinessFacts(), timing })
    const adminEmails = async () => admins
    const reserveAcknowledgment = async () => false
    const parts = { database, mail, formSecret: 'for tests', adminEmails, reserveAcknowledgment }
    const messages = createMessagesModule(parts)
    api = await startTestApi([...messages.handlers, ...mail.handlers], admin)
    mail.start()
  }
  const send = async (body: object) => {
    const { status, json } = await api.call('POST', '/add-message', body)
    expect(status).toBe(201)
    return json<{ record: Message }>().record
  }
  const listProblems = async () => (await api.call('GET', '/mail-problems')).json<MailProblem[]>()
  const waitUntil = (condition: () => Promise<boolean> | boolean) => expect.poll(condition).toBe(true)
  const waitForMails = (count: number) => waitUntil(() => server.received.length >= count)
  const listReceived = () => server.received.map(({ recipients, subject }) => `${recipients}: ${subject}`).sort()

  it('show the sender and the text, link to the message, and have the sender as Reply-To', async () => {
    await start()
    const { _id } = await send({
      name: 'Rosa Field',
      email: 'rosa@example.com',
      number: '555',
      subject: 'Offices',
      message: 'Two of\nthem.',
    })
    await waitForMails(2)
    expect(listReceived()).toEqual(admins.map((email) => `${email}: New message: Offices`))
    const [first] = server.received
    expect(first?.replyTo).toMatchObject([{ address: 'rosa@example.com' }])
    expect(first?.from).toMatchObject({ address: 'shop@example.com' })
    const lines = ['Name: Rosa Field', 'Email: rosa@example.com', 'Phone: 555', 'Subject: Offices']
    expect(first?.text).toContain(`${ORIGIN}/view/${_id}\n\n${lines.join('\n')}\nReceived: `)
    expect(first?.text).toContain('\n\n> Two of\n> them.\n\n-- \nRankstead')
    expect(first?.html).toContain('Two of<br>them.')
    expect(first?.text).toContain('Reply to this email to write to rosa@example.com.')
  })

  it('say that the sender left no email, and name the sender if the subject is empty', async () => {
    await start()
    await send({ name: 'Rosa' })
    await send({ message: 'Only this.' })
    await waitForMails(4)
    expect(new Set(server.received.map(({ subject }) => subject))).toEqual(
      new Set(['New message from Rosa', 'New message from a visitor']),
    )
    for (const { replyTo, text } of server.received) {
      expect(replyTo).toBeUndefined()
      expect(text).toContain('left no email address')
    }
  })

  it('have one recipient each, and no header with lines from visitors', async () => {
    await start()
    const evil = 'Hello\r\nBcc: evil@example.com, other@example.com\r\n\r\n<b>Body</b>'
    await send({ name: evil, number: evil, subject: evil, message: `.\r\n.\r\nRCPT TO:<evil@example.com>\r\n${evil}` })
    await send({ name: evil, subject: 'x'.repeat(200) })
    await send({ name: evil, email: 'rosa@example.com' })
    for (const email of ['a@example.com\r\nBcc: evil@example.com', 'a@example.com, evil@example.com', 'a@exam\u2028ple.com'])
      expect([email, (await api.call('POST', '/add-message', { email, message: 'x' })).status]).toEqual([email, 400])
    await waitForMails(6)
    for (const { recipients, to, cc, bcc, subject, replyTo } of server.received) {
      expect(recipients).toHaveLength(1)
      expect([admins.includes(recipients[0] ?? ''), to?.length, cc, bcc]).toEqual([true, 1, undefined, undefined])
      expect([undefined, 'rosa@example.com']).toContain(replyTo?.[0]?.address)
      expect(subject?.length).toBeLessThan(200)
    }
  })

  it('are sent once if an admin retries them during delivery', async () => {
    await start()
    server.behavior = 'refusing'
    await send({ subject: 'Under way' })
    await waitUntil(async () => (await listProblems()).length === 2)
    await mail.close()
    await api.close()
    await database.write((tx) => tx.updateTable('email_outbox').set({ due_at: 0 }).execute())
    server.behavior = 'hanging'
    const tries = server.attempts()
    await start(SLOW)
    await waitUntil(() => server.attempts() === tries + 2)
    const before = await database.main.selectFrom('email_outbox').select(['id', 'due_at']).orderBy('id').execute()
    for (const { id } of before) {
      const { status, json } = await api.call('PUT', `/mail-problems/${id}`, {})
      expect([status, json<{ record: MailProblem }>().record]).toMatchObject([
        200,
        { _id: id, error: expect.stringContaining('Not now') },
      ])
    }
    expect(await database.main.selectFrom('email_outbox').select(['id', 'due_at']).orderBy('id').execute()).toEqual(before)
    expect(server.attempts()).toBe(tries + 2)
  })
})
