import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { createPostgresPoolFactory } from '#platform/db/postgres-pools.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { countAttempt } from '#server/rate-limits/store.ts'
import { measureTime } from '../support/measure-time.ts'
import { limitTime, runsFullProofs } from '../support/proof-size.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnPostgres } from '../support/test-databases.ts'

/** In ms. A request that needs the locked row fails within this time. Others need a short wait or none. */
const REFUSAL_TIMEOUT = limitTime(5_500)
const SHORT_WAIT = limitTime(2_500)
const IMMEDIATE = limitTime(1_000)

const rule = { maxAttempts: 1_000, window: 60_000, freeAttempts: 1_000, firstPause: 1 }

describeOnPostgres('a row that another client locks', (database) => {
  let holder: pg.Client
  const site = startAppForSuite(database)
  beforeAll(async () => {
    holder = new pg.Client({ connectionString: site.environment.DATABASE_URL })
    await holder.connect()
  })
  afterAll(() => holder.end())

  const add = (nth = 1) => site.request('POST', `/api${faqItem.api.add}`, { as: 'admin', body: buildRecordValues(faqItem, nth) })
  const change = (id: string, nth: number) =>
    site.request('PUT', `/api${faqItem.api.update?.replace(':id', id)}`, { as: 'admin', body: buildRecordValues(faqItem, nth) })
  const addRecord = async () => ((await add()).json() as { record: { _id: string } }).record._id
  const releaseLock = () => holder.query('rollback')
  const lockWaits = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  const countLockWaits = async () => (await holder.query(lockWaits)).rowCount
  const waitUntilLockIsAwaited = () => expect.poll(countLockWaits, { interval: 10 }).toBeGreaterThan(0)
  async function lockRows(what: string, values: string[] = []): Promise<void> {
    await holder.query('begin')
    await holder.query(`select 1 from ${what} for update`, values)
  }

  it('fails requests that need it within five seconds, and does not delay others', async () => {
    const id = await addRecord()
    await lockRows('content_record where id = $1', [id])
    const waitingRequests = Array.from({ length: 5 }, (_, nth) => measureTime(change(id, nth)))
    const others = []
    const readiness: number[] = []
    for (let round = 0; round < 10; round++) {
      others.push(...Array.from({ length: 3 }, (_, nth) => measureTime(add(nth))))
      const [ready, elapsedMs] = await measureTime(site.request('GET', '/readyz'))
      expect(elapsedMs).toBeLessThan(1.5 * IMMEDIATE)
      readiness.push(ready.status)
      await pause(100)
    }
    expect(readiness).toEqual(Array(10).fill(200))
    const otherReplies = await Promise.all(others)
    // A busy machine makes some of them too late.
    expect(otherReplies.map(([{ status }]) => status)).toContain(201)
    for (const [{ status }, elapsedMs] of runsFullProofs ? otherReplies : [])
      expect([status, elapsedMs < SHORT_WAIT]).toEqual([201, true])
    for (const [{ status, headers, text }, elapsedMs] of await Promise.all(waitingRequests)) {
      expect([status, headers['retry-after']]).toEqual([503, '5'])
      expect(text).toContain('Nothing was saved')
      expect(elapsedMs).toBeLessThan(REFUSAL_TIMEOUT)
    }
    await releaseLock()
    expect((await change(id, 9)).status).toBe(200)
  })

  it('lets a waiting request succeed if the lock ends in time', async () => {
    const id = await addRecord()
    await lockRows('content_record where id = $1', [id])
    const waitingRequests = change(id, 2)
    await waitUntilLockIsAwaited()
    // The first wait ends, and the site tries again.
    await expect.poll(countLockWaits, { interval: 10 }).toBe(0)
    await releaseLock()
    expect((await waitingRequests).status).toBe(200)
  })

  it('lets a request succeed if two clients lock its row in turn, even while another request waits', async () => {
    const [heldId, id] = [await addRecord(), await addRecord()]
    await lockRows('content_record where id = $1', [heldId])
    const waitingRequest = change(heldId, 2)
    // From now on, other writes wait a shorter time for a row.
    await pause(500)
    const clients = [0, 1].map(() => new pg.Client({ connectionString: site.environment.DATABASE_URL }))
    await Promise.all(clients.map((client) => client.connect()))
    let isSaved = false
    const lockAgainAndAgain = async (client: pg.Client) => {
      while (!isSaved) {
        await client.query('begin')
        await client.query('select 1 from content_record where id = $1 for update', [id])
        await pause(100)
        await client.query('commit')
      }
    }
    const locking = clients.map(lockAgainAndAgain)
    await pause(50)
    const saving = change(id, 3)
    await pause(200)
    await releaseLock()
    const { status } = await saving
    isSaved = true
    await Promise.all(locking)
    await Promise.all(clients.map((client) => client.end()))
    expect([status, (await waitingRequest).status]).toEqual([200, 200])
  })

  it('does not delay reads or other saves, even if every content save needs it', async () => {
    await lockRows('content_version')
    const saving = measureTime(add())
    const [ready, elapsedMs] = await measureTime(site.request('GET', '/readyz'))
    expect([ready.status, elapsedMs < IMMEDIATE]).toEqual([200, true])
    const message = { body: { name: 'Dana', email: 'dana@example.com', subject: 'Hello', message: 'A question' } }
    expect((await site.request('POST', '/api/add-message', message)).status).toBe(201)
    const [page, pageTime] = await measureTime(site.request('GET', '/'))
    expect([page.status, pageTime < IMMEDIATE]).toEqual([200, true])
    const [{ status }, saveTime] = await saving
    expect([status, saveTime < REFUSAL_TIMEOUT]).toEqual([503, true])
    await releaseLock()
    expect((await add()).status).toBe(201)
  })

  it('does not use up the connections that reads need', async () => {
    const database = await openDatabase({ dataDir: site.environment.DATA_DIR ?? '', databaseUrl: site.environment.DATABASE_URL })
    await countAttempt(database.main, 'held', rule)
    await lockRows("attempt_counter where key = 'held'")
    const waitingRequests = Array.from({ length: 20 }, () =>
      measureTime(countAttempt(database.main, 'held', rule).catch(() => 'refused')),
    )
    await waitUntilLockIsAwaited()
    const [, elapsedMs] = await measureTime(database.read.selectFrom('content_version').selectAll().execute())
    expect(elapsedMs).toBeLessThan(IMMEDIATE)
    for (const [answer, waitedMs] of await Promise.all(waitingRequests))
      expect([answer, waitedMs < REFUSAL_TIMEOUT]).toEqual(['refused', true])
    await expect.poll(countLockWaits).toBe(0)
    await releaseLock()
    expect(await countAttempt(database.main, 'held', rule)).toBe(0)
    await database.close()
  })
})

describeOnPostgres('a site without a free database connection', (database) => {
  it('lends its idle connections to waiting queries, even if all are refused at once', async () => {
    const url = new URL((await database.environment()).DATABASE_URL ?? '')
    const server = new pg.Client({ connectionString: url.href })
    await server.connect()
    const role = `lending_${process.pid}`
    await server.query(`create role ${role} login password 'pw'`)
    Object.assign(url, { username: role, password: 'pw' })
    const createPool = createPostgresPoolFactory(url.href)
    const [lender, borrower] = [createPool({ max: 2 }), createPool({ max: 5 })]
    await lender.query('select 1')
    await server.query(`alter role ${role} connection limit 0`)
    const refuse: (() => void)[] = []
    const connect = pg.Pool.prototype.connect as () => Promise<pg.PoolClient>
    const refusals = vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation(function (this: pg.Pool) {
      const { promise, reject } = Promise.withResolvers<never>()
      return connect.call(this).catch((error: unknown) => {
        refuse.push(() => reject(error))
        if (refuse.length >= 5) for (const one of refuse) one()
        return promise
      })
    })
    const all = Array.from({ length: 5 }, () => borrower.query<{ slept: number }>('select 1 as slept from pg_sleep(0.05)'))
    expect(await Promise.all(all)).toEqual(Array.from({ length: 5 }, () => [{ slept: 1 }]))
    refusals.mockRestore()
    await Promise.all([lender.close(), borrower.close()])
    await server.query(`drop role ${role}`)
    await server.end()
  })

  it('still serves pages while it saves, over its remaining connection', async () => {
    // The role below creates and owns the tables.
    const environment = await database.environment({ hasNoTables: true })
    const url = new URL(environment.DATABASE_URL ?? '')
    const server = new pg.Client({ connectionString: url.href })
    await server.connect()
    const role = `limited_${process.pid}`
    await server.query(`create role ${role} login password 'pw'`)
    await server.query(`grant all on schema public to ${role}`)
    Object.assign(url, { username: role, password: 'pw' })
    const site = await startApp({ ...environment, DATABASE_URL: url.href })
    const add = async () =>
      (await site.request('POST', `/api${faqItem.api.add}`, { as: 'admin', body: buildRecordValues(faqItem) })).status
    const savedRecord = await vi.waitFor(async () => {
      expect(await add()).toBe(201)
      const saved = "select pid from pg_stat_activity where usename = $1 and query = 'commit' and state = 'idle'"
      const { rows } = await server.query<{ pid: number }>(saved, [role])
      expect(rows).not.toEqual([])
      return rows[0]?.pid
    }, 60_000)
    // The site keeps one connection, the one that it saves over, and gets no other.
    await server.query(`alter role ${role} connection limit 0`)
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and pid <> $2', [
      role,
      savedRecord,
    ])
    // The site notices the closed connections.
    await expect.poll(add).toBe(201)
    for (let round = 0; round < 5; round++) {
      expect(await add()).toBe(201)
      expect([(await site.request('GET', '/')).status, (await site.request('GET', '/readyz')).status]).toEqual([200, 200])
    }
    await site.close()
    await server.query(`drop owned by ${role} cascade`)
    await server.query(`drop role ${role}`)
    await server.end()
  })
})
