import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { computeMaxJobAttempts } from '#platform/queue/queue-timing.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { createMailModule, type OutgoingEmail } from '#server/mail/mail.ts'
import { MAIL_QUEUE_TIMING } from '#server/mail/transport.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { formatDuration, reportToRunner } from '../support/faults/fault-report.ts'
import { findFreePort } from '../support/free-port.ts'
import { holdDeadlines } from '../support/held-deadlines.ts'
import { buildTestEmail, startMailServer } from '../support/mail-server.ts'
import { computeMedian } from '../support/measure-time.ts'
import { limitTime, pickSize, runsFullProofs } from '../support/proof-size.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const NORMAL_TIMING = { ...MAIL_QUEUE_TIMING, poll: 50 }
/** With shorter pauses, in ms. */
const FAST_TIMING = { ...NORMAL_TIMING, firstPause: 100, longestPause: 400 }
/** How long the mail server is down, and the pause between two emails, in ms. */
const OUTAGE_DURATION = pickSize({ short: 0, whole: 600_000 })
const POST_INTERVAL = pickSize({ short: 50, whole: 500 })
const silentLog = { line: () => {}, problem: () => {} }
const readBusiness = async () => buildBusinessFacts(undefined)
const hello = buildTestEmail('Hello')

describeOnEachDatabase('email', (kind) => {
  let config: Config
  let environment: Record<string, string>
  let closers: (() => Promise<void>)[] = []
  const problems: string[] = []

  const server = startForSuite(startMailServer)
  beforeAll(async () => {
    environment = await kind.environment()
    config = readConfig({ ...environment, SMTP_URL: server.url, MAIL_FROM: 'The Shop <shop@example.com>' })
  })
  const database = startForSuite(() => openDatabase(config))
  beforeEach(async () => {
    server.behavior = 'well'
    server.received.length = 0
    problems.length = 0
    await database.write((tx) => tx.deleteFrom('email_outbox').execute())
  })
  afterEach(async () => {
    for (const close of closers) await close()
    closers = []
  })

  /** Starts the mail service of one more process on this database. */
  function startMail(settings: Partial<Config> = {}, on = database, timing = NORMAL_TIMING): ReturnType<typeof createMailModule> {
    const log = { line: () => {}, problem: (_: unknown, sentence: string) => problems.push(sentence) }
    const mail = createMailModule({ database: on, config: { ...config, ...settings }, log, loadBusiness: readBusiness, timing })
    closers.push(mail.close)
    mail.start()
    return mail
  }
  /** Starts the built server in its own process. */
  async function startServer(): Promise<ChildProcess> {
    const env = { ...environment, PATH: process.env.PATH, PORT: String(await findFreePort()), SEED: 'none', SMTP_URL: server.url }
    const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
    return spawn(process.execPath, [main], { env, stdio: 'ignore' })
  }
  const enqueue = (mail: ReturnType<typeof createMailModule>, ...all: OutgoingEmail[]) =>
    database.write(async (tx) => {
      for (const one of all) await mail.enqueue(tx, one)
    })
  const readOutbox = () => database.main.selectFrom('email_outbox').selectAll().orderBy('created_at').execute()
  const waitUntilAllSent = () => expect.poll(async () => (await readOutbox()).every(({ sent_at }) => sent_at !== null)).toBe(true)
  const buildEmails = (count: number) => Array.from({ length: count }, (_, nth) => ({ ...hello, subject: `Mail ${nth}` }))
  const listSubjects = () => server.received.map(({ subject }) => subject).sort()

  it('is sent complete after the commit, from the configured sender', async () => {
    const mail = startMail()
    await enqueue(mail, hello)
    mail.wake()
    await waitUntilAllSent()
    const [email] = server.received
    expect(email).toMatchObject({
      subject: 'Hello',
      from: { name: 'The Shop', address: 'shop@example.com' },
      recipients: ['person@example.com'],
    })
    for (const part of [email?.text, email?.html]) expect(part).toContain('A line.')
    expect(email?.text).toContain('\n\n-- \nRankstead\n')
    const [row] = await readOutbox()
    expect(email?.messageId).toBe(`<${row?.id}@example.com>`)
    // The text may hold a link that opens an account.
    expect(row).toMatchObject({ body: '', attempts: 1, last_error: null })
  })

  it('never gets a second recipient or an extra header from typed text', async () => {
    const mail = startMail()
    for (const to of [
      'a@example.com\r\nBcc: evil@example.com',
      'a@example.com, evil@example.com',
      'a@exam\nple.com',
      'x\u0000abc@example.com',
      'evil',
    ]) {
      await expect(enqueue(mail, { ...hello, to })).rejects.toThrow('exactly one recipient')
    }
    const subject = 'Hello\r\nBcc: evil@example.com\r\n\r\n<b>Body</b>'
    await enqueue(mail, { ...hello, subject, intro: ['.\r\n.\r\nRCPT TO:<evil@example.com>\r\n'] })
    mail.wake()
    await waitUntilAllSent()
    const [email] = server.received
    expect(email?.recipients).toEqual(['person@example.com'])
    expect([email?.bcc, email?.cc]).toEqual([undefined, undefined])
    expect(email?.subject).toBe('Hello Bcc: evil@example.com <b>Body</b>')
    expect(email?.text).toContain('RCPT TO:<evil@example.com>')
  })

  it('arrives exactly once after the mail server refused and then hung', async () => {
    const mail = startMail({}, database, runsFullProofs ? NORMAL_TIMING : FAST_TIMING)
    const posted: OutgoingEmail[] = []
    /** Posts emails for at least `minDuration` ms and until `isOver`. Returns how long each took, in ms. */
    async function keepPosting(minDuration: number, isOver: () => Promise<boolean>): Promise<number[]> {
      const postTimes: number[] = []
      const startedAt = performance.now()
      do {
        const one = { ...hello, subject: `Mail ${posted.length}` }
        posted.push(one)
        const requestedAt = performance.now()
        await enqueue(mail, one)
        mail.wake()
        postTimes.push(performance.now() - requestedAt)
        await pause(POST_INTERVAL)
      } while (performance.now() - startedAt < minDuration || !(await isOver()))
      return postTimes
    }
    const isFailed = (reason: RegExp) => async () => (await readOutbox()).some(({ last_error }) => reason.test(last_error ?? ''))
    server.behavior = 'refusing'
    const refusedPostTimes = await keepPosting(OUTAGE_DURATION / 2, isFailed(/Not now/))
    server.behavior = 'hanging'
    const deadlines = runsFullProofs ? undefined : holdDeadlines()
    const attemptsBefore = server.attempts()
    const isHung = async () => server.attempts() > attemptsBefore
    const hungPostTimes = await keepPosting(OUTAGE_DURATION / 2, runsFullProofs ? isFailed(/time/i) : isHung)
    server.behavior = 'well'
    deadlines?.expire()
    const startedAt = performance.now()
    await waitUntilAllSent()
    const drainTime = performance.now() - startedAt
    const measured =
      `${posted.length} mails posted in ${formatDuration(OUTAGE_DURATION)} without a mail server, each within ${formatDuration(Math.max(...refusedPostTimes, ...hungPostTimes))}; ` +
      `${server.received.length} arrived, all within ${formatDuration(drainTime)} of its return`
    reportToRunner({ fault: 'mail', on: kind.name, measured, isKept: true })
    expect(listSubjects()).toEqual(posted.map((one) => one.subject).sort())
    // A delivery attempt lasts as long as the server is silent. A post that waited for it would take a second or more.
    expect(computeMedian(hungPostTimes)).toBeLessThan(limitTime(1_000))
  })

  it('is sent by another process if the first one dies before it saves the outcome', async () => {
    // This process claims the email and then stops.
    server.behavior = 'hanging'
    const timing = { ...FAST_TIMING, lease: 1_500, closeWithin: 10 }
    const dead = createMailModule({ database, config, log: silentLog, loadBusiness: readBusiness, timing })
    dead.start()
    const before = server.attempts()
    await enqueue(dead, hello)
    dead.wake()
    await expect.poll(() => server.attempts()).toBeGreaterThan(before)
    await dead.close()
    server.behavior = 'well'
    expect(await readOutbox()).toMatchObject([{ attempts: 1, sent_at: null }])
    startMail()
    await waitUntilAllSent()
    expect(server.received).toHaveLength(1)
    expect(await readOutbox()).toMatchObject([{ attempts: 2 }])
  })

  it('is sent once by two new processes after a kill -9', async () => {
    server.behavior = 'hanging'
    const attemptsBefore = server.attempts()
    await enqueue(createMailModule({ database, config, log: silentLog, loadBusiness: readBusiness }), ...buildEmails(40))
    const killed = await startServer()
    await expect.poll(() => server.attempts()).toBeGreaterThan(attemptsBefore)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect((await readOutbox()).filter(({ attempts }) => attempts === 1).length).toBeGreaterThan(0)
    // Skips the five minutes of the dead process's lease.
    await database.write((tx) => tx.updateTable('email_outbox').set({ due_at: Date.now() }).execute())
    server.behavior = 'well'
    const both = await Promise.all([startServer(), startServer()])
    await waitUntilAllSent()
    for (const one of both) {
      one.kill()
      await once(one, 'exit')
    }
    expect(listSubjects()).toEqual(
      buildEmails(40)
        .map(({ subject }) => subject)
        .sort(),
    )
  })

  it('keeps its Message-ID and date if it is sent again after a lost reply', async () => {
    const mail = startMail({}, database, FAST_TIMING)
    server.behavior = 'breaking'
    await enqueue(mail, hello)
    mail.wake()
    await expect.poll(() => server.received.length).toBeGreaterThan(0)
    server.behavior = 'well'
    await waitUntilAllSent()
    expect(server.received.length).toBeGreaterThan(1)
    expect(new Set(server.received.map(({ messageId, date }) => `${messageId} ${date}`)).size).toBe(1)
  })

  it('stays in the outbox with its error after three days of failures', async () => {
    server.behavior = 'refusing'
    const mail = startMail()
    await enqueue(mail, hello)
    await database.write((tx) =>
      tx
        .updateTable('email_outbox')
        .set({ created_at: Date.now() - MAIL_QUEUE_TIMING.giveUpAfter, attempts: computeMaxJobAttempts(MAIL_QUEUE_TIMING) })
        .execute(),
    )
    mail.wake()
    await expect.poll(() => problems.some((sentence) => sentence.includes('the server gives up'))).toBe(true)
    await expect.poll(async () => (await readOutbox())[0]?.due_at).toBe(Number.MAX_SAFE_INTEGER)
    expect(await readOutbox()).toMatchObject([{ sent_at: null, last_error: expect.stringContaining('Not now') }])
  })

  it('does not reach the log if the mail server repeats the rejected text', async () => {
    server.behavior = 'repeating'
    const logged: unknown[] = []
    const log = { line: () => {}, problem: (error: unknown) => logged.push(error) }
    const mail = createMailModule({ database, config, log, loadBusiness: readBusiness, timing: NORMAL_TIMING })
    closers.push(mail.close)
    mail.start()
    const token = 'f00dfeedf00dfeedf00dfeed'
    await enqueue(mail, { ...hello, action: { label: 'Reset', path: `/reset?token=${token}` } })
    mail.wake()
    await expect.poll(() => logged).toHaveLength(1)
    expect(logged).toEqual([expect.stringContaining('Not that')])
    expect(String(logged)).not.toContain(token)
  })
})
