import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { createProcessFailoverModule } from '#platform/process-failover/process-failover.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { createMailModule } from '#server/mail/mail.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { buildTestEmail, startMailServer } from '../support/mail-server.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('a dead process', (kind) => {
  let environment: Record<string, string>
  let config: Config
  let database: Database
  let mail: ReturnType<typeof createMailModule>
  let started: ServerProcess[] = []
  const problem = (error: unknown, sentence: string) => expect.fail(`${sentence}: ${String(error)}`)

  const server = startForSuite(startMailServer)
  beforeAll(async () => {
    environment = { ...(await kind.environment()), SMTP_URL: server.url, LOG_LEVEL: 'fatal' }
    config = readConfig(environment)
    database = await openDatabase(config)
    mail = createMailModule({
      database,
      config,
      log: { line: () => {}, problem },
      loadBusiness: async () => buildBusinessFacts(undefined),
    })
  })
  afterAll(async () => {
    await database.close()
  })
  beforeEach(async () => {
    server.behavior = 'hanging'
    server.received.length = 0
    await database.write((tx) => tx.deleteFrom('email_outbox').execute())
  })
  afterEach(async () => {
    for (const one of started) await kill(one)
  })

  async function start(): Promise<ServerProcess> {
    const one = await startServerProcess(environment)
    started.push(one)
    return one
  }
  async function kill({ child }: ServerProcess): Promise<void> {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    started = started.filter((one) => one.child !== child)
  }
  const enqueueEmail = () => database.write((tx) => mail.enqueue(tx, buildTestEmail('Hello')))
  const readOutbox = async () =>
    (
      await sql<{ attempts: number; sent_at: number | null; claimed_by: string | null }>`select * from email_outbox`.execute(
        database.main,
      )
    ).rows
  const waitUntilClaimed = () =>
    expect.poll(async () => (await readOutbox())[0]?.claimed_by ?? null, { interval: 20 }).not.toBeNull()
  const waitUntilSent = () => expect.poll(async () => (await readOutbox())[0]?.sent_at ?? null, { interval: 50 }).not.toBeNull()

  it('leaves its email to another process, which sends it once', async () => {
    const dying = await start()
    await enqueueEmail()
    await waitUntilClaimed()
    await start()
    server.behavior = 'well'
    await kill(dying)
    const ended = performance.now()
    await waitUntilSent()
    console.info(`${kind.name}: sent ${Math.round(performance.now() - ended)} ms after its process was killed`)
    expect(server.received).toHaveLength(1)
    expect(await readOutbox()).toMatchObject([{ attempts: 2, claimed_by: null }])
    // The dead process leaves no row behind.
    await expect
      .poll(async () => (await database.main.selectFrom('process').selectAll().execute()).length, { interval: 50 })
      .toBe(1)
  })

  it('is not confused with a paused process, which keeps its email', async () => {
    const paused = await start()
    await enqueueEmail()
    await waitUntilClaimed()
    paused.child.kill('SIGSTOP')
    server.behavior = 'well'
    const problems: string[] = []
    const monitor = createProcessFailoverModule({
      database,
      queues: mail.queues,
      problem: (_, text) => problems.push(text),
      checkInterval: 50,
    })
    monitor.start()
    await pause(3_000)
    await monitor.close()
    expect(problems).toEqual([])
    expect(await readOutbox()).toMatchObject([{ attempts: 1, sent_at: null, claimed_by: expect.any(String) }])
  })

  it('is recognized by its lock, which a live process restores after a lost connection', async () => {
    const others = await Promise.all([openDatabase(config), openDatabase(config)])
    const [one, other] = others
    const names = [await one?.processLock.name(), await other?.processLock.name()].map(String)
    expect(new Set(names).size).toBe(2)
    if (kind.name === 'PostgreSQL') {
      await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())`.execute(database.main)
    }
    for (let look = 0; look < 50; look++) {
      const ended = await Promise.all(others.map(({ processLock }) => processLock.findEnded(names).catch(() => [])))
      expect(ended.flat()).toEqual([])
      await pause(50)
    }
    await one?.close()
    await expect.poll(() => other?.processLock.findEnded(names), { interval: 50 }).toEqual([names[0]])
    await other?.close()
  })

  it('frees its job at once, but delays a job after several attempts', async () => {
    await enqueueEmail()
    const claim = (attempts: number) =>
      sql`update email_outbox set attempts = ${attempts}, claimed_at = 1, claimed_by = 'gone', due_at = ${Date.now() + 300_000}`
    const releaseJobsOfEndedProcess = () =>
      database.write((tx) => Promise.all(mail.queues.map((queue) => queue.releaseJobsOfEndedProcess(tx, 'gone'))))
    const readDueTime = async () =>
      Number((await database.main.selectFrom('email_outbox').select('due_at').execute())[0]?.due_at) - Date.now()
    await claim(1).execute(database.main)
    await releaseJobsOfEndedProcess()
    expect(await readDueTime()).toBeLessThanOrEqual(0)
    await claim(4).execute(database.main)
    await releaseJobsOfEndedProcess()
    expect(await readDueTime()).toBeGreaterThan(30_000)
  })
})
