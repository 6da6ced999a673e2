import { beforeEach, expect, it } from 'vitest'
import type { MailProblem } from '#contract/operations/mail.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { extractLink, type Refusal, startMailServer } from '../support/mail-server.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const UNUSED_ID = '00000000-0000-4000-8000-000000000000'
const address = {
  banLocation: '100 Example Street, Springfield',
  ukLocation: '2 Other Street',
  banPhone: '+1 202-555-0142',
  ukPhone: '+44 20 7946 0958',
  footerEmail: 'hello@example.com',
}

describeOnEachDatabase('a failed email', (kind) => {
  const server = startForSuite(startMailServer)
  const site = startForSuite(async () => startApp({ ...(await kind.environment()), SMTP_URL: server.url }))
  const database = startForSuite(() => openDatabase(readConfig(site.environment)))
  beforeEach(async () => {
    server.behavior = 'refusing'
    // Emails of the test before don't start again. Wait for those under way, and delete all.
    const neverDue = { due_at: Number.MAX_SAFE_INTEGER }
    await database.write((tx) => tx.updateTable('email_outbox').set(neverDue).where('claimed_at', 'is', null).execute())
    const claimedEmails = database.main.selectFrom('email_outbox').select('id').where('claimed_at', 'is not', null)
    await expect.poll(() => claimedEmails.execute()).toEqual([])
    await database.write((tx) => tx.deleteFrom('email_outbox').execute())
    server.received.length = 0
  })

  const listProblems = async (query = '') => {
    const page = query.includes('page=') ? '' : 'page=1&'
    const { headers, text } = await site.request('GET', `/api/mail-problems?${page}${query}`, { as: 'admin' })
    return { text, total: Number(headers['x-total-count']), records: JSON.parse(text) as MailProblem[] }
  }
  const retry = async (id = '') => site.request('PUT', `/api/mail-problems/${id}`, { as: 'admin', body: {} })
  const send = (subject: string) => site.request('POST', '/api/add-message', { body: { subject, message: 'canary-text' } })
  const waitForFailed = (count: number) => expect.poll(async () => (await listProblems()).total).toBe(count)
  const waitForDelivered = (count: number) => expect.poll(() => server.received.length).toBe(count)

  it("is listed newest first with the mail server's reply, in pages", async () => {
    for (const [nth, subject] of ['One', 'Two', 'Three'].entries()) {
      await send(subject)
      await waitForFailed(nth + 1)
    }
    const { records, total } = await listProblems('size=2')
    expect([total, records.map(({ subject }) => subject)]).toEqual([3, ['New message: Three', 'New message: Two']])
    expect((await listProblems('size=2&page=2')).records.map(({ subject }) => subject)).toEqual(['New message: One'])
    expect((await listProblems('size=2&page=3')).records).toEqual([])
    expect(records[0]).toEqual({
      _id: expect.any(String),
      to: 'owner@example.com',
      subject: 'New message: Three',
      attempts: 1,
      error: expect.stringContaining('Not now'),
      nextAttemptAt: expect.any(Number),
    })
    expect(records[0]?.nextAttemptAt).toBeGreaterThan(Date.now())
  })

  it('goes out when an admin retries it after the last attempt, and leaves the list', async () => {
    await send('Given up')
    await waitForFailed(1)
    await database.write((tx) => tx.updateTable('email_outbox').set({ due_at: Number.MAX_SAFE_INTEGER }).execute())
    const [failedEmail] = (await listProblems()).records
    expect(failedEmail?.nextAttemptAt).toBeNull()
    const tries = server.attempts()
    await retry(failedEmail?._id)
    // The mail server refuses the email again.
    await expect.poll(() => server.attempts()).toBe(tries + 1)
    await expect.poll(async () => (await listProblems()).records[0]?.attempts).toBe(2)
    server.behavior = 'well'
    // The outcome of the last attempt may not be stored yet.
    await expect.poll(async () => (await listProblems()).records[0]?.nextAttemptAt ?? 0).toBeGreaterThan(Date.now())
    const retryReply = await retry(failedEmail?._id)
    expect([retryReply.status, retryReply.json()]).toMatchObject([
      200,
      { message: 'Sending the email again', record: { _id: failedEmail?._id } },
    ])
    const { entries } = (await site.request('GET', '/api/audit-entries', { as: 'admin' })).json() as { entries: object[] }
    expect(entries[0]).toMatchObject({ what: 'Sent an email again', about: 'mail', subject: failedEmail?.to })
    await waitForDelivered(1)
    await waitForFailed(0)
    expect((await retry(failedEmail?._id)).status).toBe(404)
    expect((await retry(UNUSED_ID)).status).toBe(404)
  })

  it.each<[string, Refusal, boolean]>([
    ['an unknown recipient', { step: 'recipient', code: 550 }, true],
    ['a full mailbox, for good', { step: 'recipient', code: 552 }, true],
    ['a text that looks like spam', { step: 'text', code: 554 }, true],
    ['a size above the limit', { step: 'sender', code: 552 }, true],
    ['a busy mailbox', { step: 'recipient', code: 450 }, false],
    ['greylisting', { step: 'recipient', code: 451 }, false],
    ['a full disk of the server', { step: 'text', code: 452 }, false],
    ['our sender', { step: 'sender', code: 550 }, false],
    ['our log-in', { step: 'sender', code: 530 }, false],
    ['our address, at the greeting', { step: 'greeting', code: 554 }, false],
  ])(
    'ends at once only if the mail server refuses this email for good, and the owner sees it: %s',
    async (_, refusal, isOver) => {
      server.behavior = refusal
      await send('Refused')
      await waitForFailed(1)
      const [failedEmail] = (await listProblems()).records
      expect(failedEmail).toMatchObject({ attempts: 1, error: expect.stringContaining(`${refusal.code} Not now`) })
      expect(failedEmail?.nextAttemptAt === null).toBe(isOver)
      const pages = [
        await site.request('GET', '/admin', { as: 'admin' }),
        await site.request('GET', '/undelivered-mail', { as: 'admin' }),
      ]
      expect(pages[0]?.text).toContain('1 email not delivered')
      expect(pages[1]?.text.includes('We stopped trying')).toBe(isOver)
      server.behavior = 'well'
      await retry(failedEmail?._id)
      await waitForDelivered(1)
    },
  )

  it('reveals neither its text nor its links, even if the mail server repeats them', async () => {
    await send('With a text')
    await waitForFailed(1)
    expect((await listProblems()).text).not.toContain('canary-text')
    server.behavior = 'repeating'
    await site.request('POST', '/api/register', { body: { email: 'late@example.com', password: 'correct horse' } })
    await waitForFailed(2)
    const { recipient, body, id } = await database.main
      .selectFrom('email_outbox')
      .selectAll()
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(recipient).toBe('late@example.com')
    const token = /token=(\S+)/.exec(body)?.[1]
    expect(token?.length).toBeGreaterThan(30)
    const { text, records } = await listProblems()
    expect(records[0]?.error).toContain('Not that: Confirm your email')
    expect(text + (await retry(id)).text).not.toContain(token?.slice(0, 20))
  })

  it('ends with the current footer address', async () => {
    server.behavior = 'well'
    await send('Before')
    await waitForDelivered(1)
    const addReply = await site.request('POST', '/api/add-footer-address', { as: 'admin', body: address })
    expect(addReply.status).toBe(201)
    const { _id } = (addReply.json() as { record: { _id: string } }).record
    await send('Unnamed')
    await waitForDelivered(2)
    const body = { ...address, ukPhone: address.banPhone, businessName: 'Harbor & Co' }
    expect((await site.request('PUT', `/api/footer-address/${_id}`, { as: 'admin', body })).status).toBe(200)
    await site.request('POST', '/api/register', { body: { email: 'new@example.com', password: 'correct horse' } })
    await waitForDelivered(3)
    const signatures = server.received.map(({ text }) => text?.split('\n-- \n')[1]?.split('\n\n')[0]?.split('\n'))
    const { banLocation, banPhone, ukPhone, footerEmail } = address
    expect(signatures).toEqual([
      ['Rankstead'],
      ['Rankstead', banLocation, banPhone, ukPhone, footerEmail],
      ['Harbor & Co', banLocation, banPhone, footerEmail],
    ])
    expect(extractLink(server.received[2])).toContain('/verify-email?token=')
    expect(server.received[2]?.text?.split('\n-- \n')[0]).not.toContain('Rankstead')
  })
})
