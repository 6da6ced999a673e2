import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { businessOf } from '../../src/contract/content/business.ts'
import { type Config, readConfig } from '../../src/server/config/config.ts'
import { createMail, type Mail, type Outgoing } from '../../src/server/mail/mail.ts'
import { TIMING } from '../../src/server/mail/transport.ts'
import { type Database, openDatabase } from '../../src/server/platform/db/db.ts'
import { attemptsBeforeGivingUp } from '../../src/server/platform/queue/timing.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { duration, tell } from '../support/faults/measure.ts'
import { freePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { isWhole, sized } from '../support/proof-size.ts'

const CALM = { ...TIMING, poll: 50 }
/** For faults that would otherwise take minutes. */
const FAST = { ...CALM, lease: 4_500, deadline: 2_000, connect: 1_000, silence: 1_000, firstPause: 100, longestPause: 400 }
/** How long the mail server is away, and how often somebody writes meanwhile, in ms. */
const DOWN_FOR = sized({ short: 0, whole: 600_000 })
const POST_EVERY = sized({ short: 50, whole: 500 })
const quiet = { line: () => {}, problem: () => {} }
const readBusiness = async () => businessOf(undefined)
const SIGNATURE = '\n\n-- \nRankstead'
const hello: Outgoing = { to: 'person@example.com', subject: 'Hello', text: 'A line.\n\nhttp://127.0.0.1/somewhere?a=b' }

onEveryDatabase('mail', (kind) => {
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
    server.behaviour = 'well'
    server.received.length = 0
    problems.length = lines.length = 0
    await database.write((tx) => tx.deleteFrom('mail_outbox').execute())
  })
  afterEach(async () => {
    for (const close of open) await close()
    open = []
  })

  /** What one more process on this database does. */
  function work(settings: Partial<Config> = {}, on = database, timing = CALM): Mail {
    const log = { line: (text: string) => lines.push(text), problem: (_: unknown, sentence: string) => problems.push(sentence) }
    const mail = createMail({ database: on, config: { ...config, ...settings }, log, readBusiness, timing })
    open.push(mail.close)
    mail.start()
    return mail
  }
  /** The built server as a process of its own. */
  async function startServer(): Promise<ChildProcess> {
    const env = { ...environment, PATH: process.env.PATH, PORT: String(await freePort()), SEED: 'none', SMTP_URL: server.url }
    const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))
    return spawn(process.execPath, [main], { env, stdio: 'ignore' })
  }
  const post = (mail: Mail, ...all: Outgoing[]) =>
    database.write(async (tx) => {
      for (const one of all) await mail.post(tx, one)
    })
  const outbox = () => database.main.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute()
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
      await mail.post(tx, hello)
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
      await expect(post(mail, { ...hello, to })).rejects.toThrow('exactly one address')
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

  it('waits out a server that refuses, then hangs, and arrives exactly once', { timeout: 60_000 + 4 * DOWN_FOR }, async () => {
    const mail = work({}, database, isWhole ? CALM : FAST)
    const posted: Outgoing[] = []
    let longest = 0
    /** As requests do, a few each second, for so many ms and until something holds. */
    async function postOn(least: number, isOver: () => Promise<boolean>): Promise<void> {
      const begun = performance.now()
      do {
        const one = { ...hello, subject: `Mail ${posted.length}` }
        posted.push(one)
        const asked = performance.now()
        await post(mail, one)
        mail.wake()
        longest = Math.max(longest, performance.now() - asked)
        await pause(POST_EVERY)
      } while (performance.now() - begun < least || !(await isOver()))
    }
    const isFailed = (reason: RegExp) => async () => (await outbox()).some(({ last_error }) => reason.test(last_error ?? ''))
    server.behaviour = 'refusing'
    await postOn(DOWN_FOR / 2, isFailed(/Not now/))
    server.behaviour = 'hanging'
    await postOn(DOWN_FOR / 2, isFailed(/time/i))
    server.behaviour = 'well'
    const begun = performance.now()
    await allSent(15_000 + 2 * DOWN_FOR)
    const drained = performance.now() - begun
    const measured =
      `${posted.length} mails posted in ${duration(DOWN_FOR)} without a mail server, each within ${duration(longest)}; ` +
      `${server.received.length} arrived, all within ${duration(drained)} of its return`
    tell({ fault: 'mail', on: kind.name, measured, isKept: true })
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
    server.behaviour = 'hanging'
    const timing = { ...FAST, lease: 1_500, deadline: 60_000, silence: 60_000, closeWithin: 10 }
    const dead = createMail({ database, config, log: quiet, readBusiness, timing })
    dead.start()
    const before = server.attempts()
    await post(dead, hello)
    dead.wake()
    await expect.poll(() => server.attempts(), { timeout: 10_000 }).toBeGreaterThan(before)
    await dead.close()
    server.behaviour = 'well'
    expect(await outbox()).toMatchObject([{ attempts: 1, sent_at: null }])
    work()
    await allSent()
    expect(server.received).toHaveLength(1)
    expect(await outbox()).toMatchObject([{ attempts: 2 }])
  })

  it('survives kill -9 in the middle: two new processes hand the rest over, each mail once', async () => {
    server.behaviour = 'hanging'
    const tries = server.attempts()
    await post(createMail({ database, config, log: quiet, readBusiness }), ...many(40))
    const killed = await startServer()
    await expect.poll(() => server.attempts(), { timeout: 15_000 }).toBeGreaterThan(tries)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect((await outbox()).filter(({ attempts }) => attempts === 1).length).toBeGreaterThan(0)
    // The five minutes for which the dead one's mail was its own.
    await database.write((tx) => tx.updateTable('mail_outbox').set({ due_at: Date.now() }).execute())
    server.behaviour = 'well'
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
    const mail = work({}, database, FAST)
    server.behaviour = 'breaking'
    await post(mail, hello)
    mail.wake()
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(1)
    server.behaviour = 'well'
    await allSent()
    expect(server.received.length).toBeGreaterThan(1)
    expect(new Set(server.received.map(({ messageId, date }) => `${messageId} ${date}`)).size).toBe(1)
  })

  it('stays in the outbox, with its error, where nobody took it for three days', async () => {
    server.behaviour = 'refusing'
    const mail = work()
    await post(mail, hello)
    await database.write((tx) =>
      tx
        .updateTable('mail_outbox')
        .set({ created_at: Date.now() - TIMING.giveUpAfter, attempts: attemptsBeforeGivingUp(TIMING) })
        .execute(),
    )
    mail.wake()
    await expect.poll(() => problems.some((sentence) => sentence.includes('is given up'))).toBe(true)
    await expect.poll(async () => (await outbox())[0]?.due_at).toBe(Number.MAX_SAFE_INTEGER)
    expect(await outbox()).toMatchObject([{ sent_at: null, last_error: expect.stringContaining('Not now') }])
  })

  it('leaves no secret of its text in the log where the mail server repeats what it refuses', async () => {
    server.behaviour = 'repeating'
    const logged: unknown[] = []
    const log = { line: () => {}, problem: (error: unknown) => logged.push(error) }
    const mail = createMail({ database, config, log, readBusiness, timing: CALM })
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
    server.behaviour = 'hanging'
    const tries = server.attempts()
    const mail = work({}, database, { ...FAST, deadline: 60_000, silence: 60_000, closeWithin: 300 })
    await post(mail, hello)
    mail.wake()
    await expect.poll(() => server.attempts(), { timeout: 10_000 }).toBeGreaterThan(tries)
    const begun = performance.now()
    await mail.close()
    expect(performance.now() - begun).toBeLessThan(2_000)
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
