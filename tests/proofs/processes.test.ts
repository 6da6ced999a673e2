import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { businessOf } from '../../src/contract/content/business.ts'
import { type Config, readConfig } from '../../src/server/config/config.ts'
import { createMail, type Mail } from '../../src/server/mail/mail.ts'
import { type Database, openDatabase } from '../../src/server/platform/db/db.ts'
import { createProcesses } from '../../src/server/platform/processes/processes.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type Main, startMain } from '../support/main-process.ts'

/** Far below the five minutes of a lease, and enough for a busy machine. */
const SOON = { timeout: 20_000, interval: 50 }
const TRIED = { timeout: 20_000, interval: 20 }

onEveryDatabase('a process that ended', (kind) => {
  let server: MailServer
  let environment: Record<string, string>
  let config: Config
  let database: Database
  let mail: Mail
  let started: Main[] = []
  const problem = (error: unknown, sentence: string) => expect.fail(`${sentence}: ${String(error)}`)

  beforeAll(async () => {
    server = await startMailServer()
    environment = { ...(await kind.environment()), SMTP_URL: server.url, LOG_LEVEL: 'fatal' }
    config = readConfig(environment)
    database = await openDatabase(config)
    mail = createMail({ database, config, log: { line: () => {}, problem }, readBusiness: async () => businessOf(undefined) })
  })
  afterAll(async () => {
    await database.close()
    await server.close()
  })
  beforeEach(async () => {
    server.behaviour = 'hanging'
    server.received.length = 0
    await database.write((tx) => tx.deleteFrom('mail_outbox').execute())
  })
  afterEach(async () => {
    for (const one of started) await kill(one)
  })

  async function start(): Promise<Main> {
    const one = await startMain(environment)
    started.push(one)
    return one
  }
  async function kill({ child }: Main): Promise<void> {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    started = started.filter((one) => one.child !== child)
  }
  const post = () => database.write((tx) => mail.post(tx, { to: 'person@example.com', subject: 'Hello', text: 'Hello' }))
  const outbox = async () =>
    (
      await sql<{ attempts: number; sent_at: number | null; claimed_by: string | null }>`select * from mail_outbox`.execute(
        database.main,
      )
    ).rows
  const isClaimed = () => expect.poll(async () => (await outbox())[0]?.claimed_by ?? null, TRIED).not.toBeNull()
  const isSent = () => expect.poll(async () => (await outbox())[0]?.sent_at ?? null, SOON).not.toBeNull()

  it('leaves its mail to the others, which send it once', async () => {
    const dying = await start()
    await post()
    await isClaimed()
    await start()
    server.behaviour = 'well'
    await kill(dying)
    const ended = performance.now()
    await isSent()
    console.info(`${kind.name}: sent ${Math.round(performance.now() - ended)} ms after its process was killed`)
    expect(server.received).toHaveLength(1)
    expect(await outbox()).toMatchObject([{ attempts: 2, claimed_by: null }])
  })

  it('takes its mail up again when it is started again', async () => {
    const dying = await start()
    await post()
    await isClaimed()
    await kill(dying)
    server.behaviour = 'well'
    await start()
    await isSent()
    expect(server.received).toHaveLength(1)
    // Nothing is left of it, neither a row nor a file.
    await expect.poll(async () => (await database.main.selectFrom('process').selectAll().execute()).length, SOON).toBe(1)
  })

  it('is not one that is merely paused: its mail stays its own', async () => {
    const paused = await start()
    await post()
    await isClaimed()
    paused.child.kill('SIGSTOP')
    server.behaviour = 'well'
    const problems: string[] = []
    const watch = createProcesses({ database, queues: mail.queues, problem: (_, text) => problems.push(text), lookEvery: 50 })
    watch.start()
    await pause(3_000)
    await watch.close()
    expect(problems).toEqual([])
    expect(await outbox()).toMatchObject([{ attempts: 1, sent_at: null, claimed_by: expect.any(String) }])
  })

  it('is known by its lock alone, which comes back where its connection was cut', async () => {
    const others = await Promise.all([openDatabase(config), openDatabase(config)])
    const [one, other] = others
    const names = [await one?.processLock.name(), await other?.processLock.name()].map(String)
    expect(new Set(names).size).toBe(2)
    if (kind.name === 'PostgreSQL') {
      await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())`.execute(database.main)
    }
    for (let look = 0; look < 50; look++) {
      const ended = await Promise.all(others.map(({ processLock }) => processLock.endedOf(names).catch(() => [])))
      expect(ended.flat()).toEqual([])
      await pause(50)
    }
    await one?.close()
    await expect.poll(() => other?.processLock.endedOf(names), SOON).toEqual([names[0]])
    await other?.close()
  })

  it('does not take every process with it whose job ends whoever does it', async () => {
    await post()
    const claim = (attempts: number) =>
      sql`update mail_outbox set attempts = ${attempts}, claimed_at = 1, claimed_by = 'gone', due_at = ${Date.now() + 300_000}`
    const free = () => database.write((tx) => Promise.all(mail.queues.map((queue) => queue.freeClaimsOf(tx, 'gone'))))
    const dueIn = async () =>
      Number((await database.main.selectFrom('mail_outbox').select('due_at').execute())[0]?.due_at) - Date.now()
    await claim(1).execute(database.main)
    await free()
    expect(await dueIn()).toBeLessThanOrEqual(0)
    await claim(4).execute(database.main)
    await free()
    expect(await dueIn()).toBeGreaterThan(30_000)
  })
})
