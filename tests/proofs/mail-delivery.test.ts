import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { toBusiness } from '../../src/contract/content/business-facts.ts'
import { type Config, readConfig } from '../../src/server/config/config.ts'
import { createMailService, type MailService, type OutgoingEmail } from '../../src/server/mail/mail.ts'
import { MAIL_TIMING } from '../../src/server/mail/transport.ts'
import { type Database, openDatabase } from '../../src/server/platform/db/open-database.ts'
import { countAttemptsBeforeGivingUp } from '../../src/server/platform/queue/queue-timing.ts'
import { formatDuration, reportToRunner } from '../support/faults/fault-report.ts'
import { findFreePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { pickSize, runsFullProofs } from '../support/proof-scope.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const NORMAL_TIMING = { ...MAIL_TIMING, poll: 50 }
/** For faults that would otherwise take minutes. */
const FAST_TIMING = {
  ...NORMAL_TIMING,
  lease: 4_500,
  deadline: 2_000,
  connect: 1_000,
  silence: 1_000,
  firstPause: 100,
  longestPause: 400,
}
/** How long the mail server is away, and how often somebody writes meanwhile, in ms. */
const OUTAGE_DURATION = pickSize({ short: 0, whole: 600_000 })
const POST_INTERVAL = pickSize({ short: 50, whole: 500 })
const quiet = { line: () => {}, problem: () => {} }
const readBusiness = async () => toBusiness(undefined)
const SIGNATURE = '\n\n-- \nRankstead'
const hello: OutgoingEmail = { to: 'person@example.com', subject: 'Hello', text: 'A line.\n\nhttp://127.0.0.1/somewhere?a=b' }

describeOnEachDatabase('mail', (kind) => {
  let server: MailServer
  let database: Database
  let config: Config
  let environment: Record<string, string>
  let open: (() => Promise<void>)[] = []
  const problems: string[] = []
  const lines: string[] = []

  beforeAll(async () => {
    server = await startMailServer()
    environment = await kind.environment()
    config = readConfig({ ...environment, SMTP_URL: server.url, MAIL_FROM: 'The Shop <shop@example.com>' })
    database = await openDatabase(config)
  })
  afterAll(async () => {
    await database.close()
    await server.close()
  })
  beforeEach(async () => {
    server.behavior = 'well'
    server.received.length = 0
    problems.length = lines.length = 0
    await database.write((tx) => tx.deleteFrom('email_outbox').execute())
  })
  afterEach(async () => {
    for (const close of open) await close()
    open = []
  })

  /** What one more process on this database does. */
  function work(settings: Partial<Config> = {}, on = database, timing = NORMAL_TIMING): MailService {
    const log = { line: (text: string) => lines.push(text), problem: (_: unknown, sentence: string) => problems.push(sentence) }
    const mail = createMailService({ database: on, config: { ...config, ...settings }, log, loadBusiness: readBusiness, timing })
    open.push(mail.close)
    mail.start()
    return mail
  }
  /** The built server as a process of its own. */
  async function startServer(): Promise<ChildProcess> {
    const env = { ...environment, PATH: process.env.PATH, PORT: String(await findFreePort()), SEED: 'none', SMTP_URL: server.url }
    const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
    return spawn(process.execPath, [main], { env, stdio: 'ignore' })
  }
  const post = (mail: MailService, ...all: OutgoingEmail[]) =>
    database.write(async (tx) => {
      for (const one of all) await mail.enqueue(tx, one)
    })
  const outbox = () => database.main.selectFrom('email_outbox').selectAll().orderBy('created_at').execute()
  const allSent = (timeout = 15_000) =>
    expect.poll(async () => (await outbox()).every(({ sent_at }) => sent_at !== null), { timeout }).toBe(true)
  const many = (count: number) => Array.from({ length: count }, (_, nth) => ({ ...hello, subject: `Mail ${nth}` }))
  const subjects = () => server.received.map(({ subject }) => subject).sort()

  it('goes out after the commit, whole and with the sender that is configured', async () => {
    const mail = work()
    await post(mail, hello)
    mail.wake()
    await allSent()
    const [got] = server.received
    expect(got).toMatchObject({
      subject: 'Hello',
      from: { name: 'The Shop', address: 'shop@example.com' },
      recipients: ['person@example.com'],
    })
    expect(got?.text?.trim()).toBe(`${hello.text}${SIGNATURE}`)
    const [row] = await outbox()
    expect(got?.messageId).toBe(`<${row?.id}@example.com>`)
    // The text may hold a link that opens an account.
    expect(row).toMatchObject({ body: '', attempts: 1, last_error: null })
  })

  it('does not go out with a transaction that fails', async () => {
    const mail = work()
    const failing = database.write(async (tx) => {
      await mail.enqueue(tx, hello)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await outbox()).toEqual([])
  })

  it('cannot be given a second recipient or a header, whatever is typed', async () => {
    const mail = work()
    for (const to of [
      'a@example.com\r\nBcc: evil@example.com',
      'a@example.com, evil@example.com',
      'a@exam\nple.com',
      'x\u0000abc@example.com',
      'evil',
    ]) {
      await expect(post(mail, { ...hello, to })).rejects.toThrow('exactly one recipient')
    }
    const subject = 'Hello\r\nBcc: evil@example.com\r\n\r\n<b>Body</b>'
    await post(mail, { ...hello, subject, text: '.\r\n.\r\nRCPT TO:<evil@example.com>\r\n' })
    mail.wake()
    await allSent()
    const [got] = server.received
    expect(got?.recipients).toEqual(['person@example.com'])
    expect([got?.bcc, got?.cc]).toEqual([undefined, undefined])
    expect(got?.subject).toBe('Hello Bcc: evil@example.com <b>Body</b>')
    expect(got?.text).toContain('RCPT TO:<evil@example.com>')
  })

  it('waits out a server that refuses, then hangs, and arrives exactly once', {
    timeout: 60_000 + 4 * OUTAGE_DURATION,
  }, async () => {
    const mail = work({}, database, runsFullProofs ? NORMAL_TIMING : FAST_TIMING)
    const posted: OutgoingEmail[] = []
    let longest = 0
    /** As requests do, a few each second, for so many ms and until something holds. */
    async function keepPosting(least: number, isOver: () => Promise<boolean>): Promise<void> {
      const startedAt = performance.now()
      do {
        const one = { ...hello, subject: `Mail ${posted.length}` }
        posted.push(one)
        const requestedAt = performance.now()
        await post(mail, one)
        mail.wake()
        longest = Math.max(longest, performance.now() - requestedAt)
        await pause(POST_INTERVAL)
      } while (performance.now() - startedAt < least || !(await isOver()))
    }
    const isFailed = (reason: RegExp) => async () => (await outbox()).some(({ last_error }) => reason.test(last_error ?? ''))
    server.behavior = 'refusing'
    await keepPosting(OUTAGE_DURATION / 2, isFailed(/Not now/))
    server.behavior = 'hanging'
    await keepPosting(OUTAGE_DURATION / 2, isFailed(/time/i))
    server.behavior = 'well'
    const startedAt = performance.now()
    await allSent(15_000 + 2 * OUTAGE_DURATION)
    const drained = performance.now() - startedAt
    const measured =
      `${posted.length} mails posted in ${formatDuration(OUTAGE_DURATION)} without a mail server, each within ${formatDuration(longest)}; ` +
      `${server.received.length} arrived, all within ${formatDuration(drained)} of its return`
    reportToRunner({ fault: 'mail', on: kind.name, measured, isKept: true })
    expect(subjects()).toEqual(posted.map((one) => one.subject).sort())
    // No one who posts waits for an attempt, which takes as long as the server's silence.
    expect(longest).toBeLessThan(1_000)
  })

  it('is sent once by several processes that all see it', async () => {
    const other = await openDatabase(config)
    const workers = [work(), work(), work({}, other)]
    const [first] = workers
    if (first) await post(first, ...many(60))
    for (const one of workers) one.wake()
    await allSent()
    for (const close of open.splice(0)) await close()
    await other.close()
    expect(subjects()).toEqual(
      many(60)
        .map((one) => one.subject)
        .sort(),
    )
    expect((await outbox()).every(({ attempts }) => attempts === 1)).toBe(true)
  })

  it('is sent by another process where one died between claiming it and writing down the outcome', async () => {
    // Claims, and is never heard of again.
    server.behavior = 'hanging'
    const timing = { ...FAST_TIMING, lease: 1_500, deadline: 60_000, silence: 60_000, closeWithin: 10 }
    const dead = createMailService({ database, config, log: quiet, loadBusiness: readBusiness, timing })
    dead.start()
    const before = server.attempts()
    await post(dead, hello)
    dead.wake()
    await expect.poll(() => server.attempts(), { timeout: 10_000 }).toBeGreaterThan(before)
    await dead.close()
    server.behavior = 'well'
    expect(await outbox()).toMatchObject([{ attempts: 1, sent_at: null }])
    work()
    await allSent()
    expect(server.received).toHaveLength(1)
    expect(await outbox()).toMatchObject([{ attempts: 2 }])
  })

  it('survives kill -9 in the middle: two new processes hand the rest over, each mail once', async () => {
    server.behavior = 'hanging'
    const tries = server.attempts()
    await post(createMailService({ database, config, log: quiet, loadBusiness: readBusiness }), ...many(40))
    const killed = await startServer()
    await expect.poll(() => server.attempts(), { timeout: 15_000 }).toBeGreaterThan(tries)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect((await outbox()).filter(({ attempts }) => attempts === 1).length).toBeGreaterThan(0)
    // The five minutes for which the dead one's mail was its own.
    await database.write((tx) => tx.updateTable('email_outbox').set({ due_at: Date.now() }).execute())
    server.behavior = 'well'
    const both = await Promise.all([startServer(), startServer()])
    await allSent()
    for (const one of both) {
      one.kill()
      await once(one, 'exit')
    }
    expect(subjects()).toEqual(
      many(40)
        .map(({ subject }) => subject)
        .sort(),
    )
  })

  it('is recognisable where it has to go out again because the answer was lost', async () => {
    const mail = work({}, database, FAST_TIMING)
    server.behavior = 'breaking'
    await post(mail, hello)
    mail.wake()
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(1)
    server.behavior = 'well'
    await allSent()
    expect(server.received.length).toBeGreaterThan(1)
    expect(new Set(server.received.map(({ messageId, date }) => `${messageId} ${date}`)).size).toBe(1)
  })

  it('stays in the outbox, with its error, where nobody took it for three days', async () => {
    server.behavior = 'refusing'
    const mail = work()
    await post(mail, hello)
    await database.write((tx) =>
      tx
        .updateTable('email_outbox')
        .set({ created_at: Date.now() - MAIL_TIMING.giveUpAfter, attempts: countAttemptsBeforeGivingUp(MAIL_TIMING) })
        .execute(),
    )
    mail.wake()
    await expect.poll(() => problems.some((sentence) => sentence.includes('is given up'))).toBe(true)
    await expect.poll(async () => (await outbox())[0]?.due_at).toBe(Number.MAX_SAFE_INTEGER)
    expect(await outbox()).toMatchObject([{ sent_at: null, last_error: expect.stringContaining('Not now') }])
  })

  it('leaves no secret of its text in the log where the mail server repeats what it refuses', async () => {
    server.behavior = 'repeating'
    const logged: unknown[] = []
    const log = { line: () => {}, problem: (error: unknown) => logged.push(error) }
    const mail = createMailService({ database, config, log, loadBusiness: readBusiness, timing: NORMAL_TIMING })
    open.push(mail.close)
    mail.start()
    const token = 'f00dfeedf00dfeedf00dfeed'
    await post(mail, { ...hello, text: `http://127.0.0.1/reset?token=${token}` })
    mail.wake()
    await expect.poll(() => logged, { timeout: 10_000 }).toHaveLength(1)
    expect(logged).toEqual([expect.stringContaining('Not that')])
    expect(String(logged)).not.toContain(token)
  })

  it('closes within seconds while a server hangs', async () => {
    server.behavior = 'hanging'
    const tries = server.attempts()
    const mail = work({}, database, { ...FAST_TIMING, deadline: 60_000, silence: 60_000, closeWithin: 300 })
    await post(mail, hello)
    mail.wake()
    await expect.poll(() => server.attempts(), { timeout: 10_000 }).toBeGreaterThan(tries)
    const startedAt = performance.now()
    await mail.close()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it('becomes a file that a mail program opens where there is no server, and a line for whoever started the site', async () => {
    const dataDir = mkdtempSync(join(config.dataDir, 'mail-'))
    const mail = work({ smtpUrl: undefined, dataDir })
    await post(mail, { ...hello, subject: 'Grüße aus der Straße' })
    mail.wake()
    await allSent()
    const [file = ''] = readdirSync(join(dataDir, 'mail'))
    const read = await PostalMime.parse(readFileSync(join(dataDir, 'mail', file)))
    expect(read).toMatchObject({ subject: 'Grüße aus der Straße', to: [{ address: 'person@example.com' }] })
    expect(read.text?.trim()).toBe(`${hello.text}${SIGNATURE}`)
    expect(lines).toEqual([
      expect.stringContaining('Mail to person@example.com: Grüße aus der Straße  http://127.0.0.1/somewhere?a=b'),
    ])
  })
})

it('refuses a sender or a server that cannot be used, in one sentence', () => {
  expect(() => readConfig({ SMTP_URL: 'https://mail.example.com' })).toThrow('SMTP_URL')
  expect(() => readConfig({ MAIL_FROM: 'Shop <a@example.com>\r\nBcc: evil@example.com' })).toThrow('MAIL_FROM')
  expect(readConfig({}).mailFrom).toBe('Rankstead <no-reply@localhost>')
})
