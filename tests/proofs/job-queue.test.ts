import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, type RootOperationNode, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Tx } from '#platform/db/database-writer.ts'
import type { TableName } from '#platform/db/tables.ts'
import {
  createJobQueue,
  type JobQueue,
  type JobQueueTableDefinition,
  NEVER_DUE,
  type QueueJobColumns,
  type QueueTiming,
} from '#platform/queue/queue.ts'
import { computeMaxJobAttempts, computeRetryPause } from '#platform/queue/queue-timing.ts'
import { claimDueJobs, hasDueJobs } from '#platform/queue/store.ts'
import { readConfig } from '#server/config/config.ts'
import { emailQueueTable } from '#server/mail/store.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { limitTime } from '../support/proof-size.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Note = QueueJobColumns & { made_at: number; done_at: number | null; error: string | null }
type Parts = Parameters<typeof createJobQueue<Note>>[0]

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TIMING: QueueTiming = { poll: 30, lease: 60_000, deadline: 60_000, firstPause: 100, longestPause: 400, closeWithin: 100 }
const name = 'note' as TableName
const table: JobQueueTableDefinition = { name, openCondition: sql`done_at is null` }

describeOnEachDatabase('the queue', (kind) => {
  let environment: Record<string, string>
  let database: Database
  let open: JobQueue[] = []
  const problems: string[] = []

  beforeAll(async () => {
    environment = await kind.environment()
    database = await openDatabase(readConfig(environment))
    await sql`create table note (id text primary key, attempts integer not null, due_at bigint not null, claimed_at bigint,
      claimed_by text, made_at bigint not null, done_at bigint, error text)`.execute(database.main)
    await sql`create index note_due on note (done_at, due_at)`.execute(database.main)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    problems.length = 0
    await sql`delete from note`.execute(database.main)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const queue of open) await queue.close()
    open = []
  })

  /** Starts one more worker for the jobs of the test. */
  function start(parts: Partial<Parts>): JobQueue {
    const queue = createJobQueue<Note>({
      database,
      table,
      timing: TIMING,
      name: 'notes',
      problem: (_, sentence) => problems.push(sentence),
      maxConcurrent: 3,
      isRepeatable: false,
      describeFailure: undefined,
      work: async () => {},
      saveOutcome: (tx, { id }) => sql`update note set done_at = ${Date.now()} where id = ${id}`.execute(tx),
      onFailure:
        ({ id }, error) =>
        (tx) =>
          sql`update note set error = ${String(error)} where id = ${id}`.execute(tx),
      getCreatedAt: ({ made_at }) => made_at,
      ...parts,
    })
    open.push(queue)
    queue.start()
    return queue
  }
  async function addNotes(
    count = 1,
    { made_at = Date.now(), due_at = Date.now(), attempts = 0, claimed_at = null as number | null } = {},
  ) {
    for (let nth = 0; nth < count; nth++)
      await sql`insert into note (id, attempts, due_at, claimed_at, made_at)
        values (${`note ${nth}`}, ${attempts}, ${due_at}, ${claimed_at}, ${made_at})`.execute(database.main)
  }
  const listCustomerNotes = async () => (await sql<Note>`select * from note order by id`.execute(database.main)).rows
  const waitUntilAllDone = () =>
    expect.poll(async () => (await listCustomerNotes()).every(({ done_at }) => done_at !== null)).toBe(true)

  it('runs each job once, even with several processes', async () => {
    const other = await openDatabase(readConfig(environment))
    const completed: string[] = []
    const work = async ({ id }: Note) => void completed.push(String(id))
    await addNotes(40)
    for (const on of [database, database, other]) start({ database: on, work })
    await waitUntilAllDone()
    for (const queue of open.splice(0)) await queue.close()
    await other.close()
    expect(completed.sort()).toEqual((await listCustomerNotes()).map(({ id }) => id))
    expect((await listCustomerNotes()).every(({ attempts, claimed_at }) => attempts === 1 && claimed_at === null)).toBe(true)
  })

  it('finds jobs by polling, at once after a wake, and later jobs when they are due', async () => {
    const queue = start({ timing: { ...TIMING, poll: 60_000 } })
    await addNotes()
    queue.wake()
    await waitUntilAllDone()
    await sql`delete from note`.execute(database.main)
    const due_at = Date.now() + 300
    await addNotes(1, { due_at })
    queue.wake(300)
    queue.wake()
    await waitUntilAllDone()
    expect((await listCustomerNotes())[0]?.done_at).toBeGreaterThanOrEqual(due_at)
    await queue.close()
    await sql`delete from note`.execute(database.main)
    start({})
    await addNotes()
    await waitUntilAllDone()
  })

  it('finds a later job when it is due, even if timers fire early', async () => {
    const queue = start({ timing: { ...TIMING, poll: 60_000 } })
    const { setTimeout: setRealTimeout } = globalThis
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0) =>
      setRealTimeout(work, Math.max(1, ms - 50))) as typeof setTimeout)
    const due_at = Date.now() + 200
    await addNotes(1, { due_at })
    queue.wake(200)
    await waitUntilAllDone()
    expect((await listCustomerNotes())[0]?.done_at).toBeGreaterThanOrEqual(due_at)
  })

  it('retries with pauses that double up to the maximum, and stores the error', async () => {
    const attemptTimes: number[] = []
    await addNotes()
    start({
      work: async () => {
        if (attemptTimes.push(Date.now()) < 6) throw new Error('not now')
      },
    })
    await expect.poll(async () => (await listCustomerNotes())[0]?.error).toBe('Error: not now')
    await waitUntilAllDone()
    const pauses = attemptTimes.slice(1).map((time, nth) => time - (attemptTimes[nth] ?? 0))
    for (const [nth, minPause] of [100, 200, 400, 400, 400].entries()) expect(pauses[nth]).toBeGreaterThanOrEqual(minPause - 5)
    expect(await listCustomerNotes()).toMatchObject([{ attempts: 6, claimed_at: null }])
  })

  it.each(['with', 'without'])('logs each failure %s a change of the job', async (change) => {
    await addNotes()
    let attempts = 0
    start({
      work: async () => {
        if (++attempts < 3) throw new Error('not now')
      },
      describeFailure: ({ id }) => `${id} failed`,
      ...(change === 'without' && { onFailure: () => undefined }),
    })
    await waitUntilAllDone()
    expect(problems).toEqual(['note 0 failed', 'note 0 failed'])
  })

  it('gives up a job only after enough time and enough attempts', async () => {
    const timing = { ...TIMING, poll: 60_000, firstPause: 10_000, longestPause: HOUR, giveUpAfter: 4 * DAY }
    const maxAttempts = computeMaxJobAttempts(timing)
    const totalPause = Array.from({ length: maxAttempts - 1 }, (_, nth) => computeRetryPause(nth + 1, timing)).reduce(
      (sum, one) => sum + one,
    )
    expect(totalPause).toBeGreaterThanOrEqual(4 * DAY)
    const claims: boolean[] = []
    const failing: Partial<Parts> = {
      timing,
      work: () => Promise.reject(new Error('never')),
      onFailure: (_note, _error, isGivenUp) => {
        claims.push(isGivenUp)
        return undefined
      },
    }
    for (const [age, attempts] of [
      [4 * DAY, 3],
      [DAY, 10 * maxAttempts],
      [4 * DAY, maxAttempts],
    ] as const) {
      await sql`delete from note`.execute(database.main)
      await addNotes(1, { made_at: Date.now() - age, attempts })
      const queue = start(failing)
      await expect.poll(async () => (await listCustomerNotes())[0]).toMatchObject({ attempts: attempts + 1, claimed_at: null })
      await queue.close()
    }
    expect(claims).toEqual([false, false, true])
    expect((await listCustomerNotes())[0]?.due_at).toBe(NEVER_DUE)
  })

  it('saves an outcome again if the database refused it, without repeating the work', async () => {
    let refusals = 0
    let completed = 0
    const refusing = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      if (completed > 0 && refusals++ < 2) return Promise.reject(new Error('busy'))
      return database.write(work)
    }
    const write: Database['write'] = Object.assign(refusing, { alone: refusing })
    await addNotes()
    start({ database: { ...database, write }, work: async () => void completed++ })
    await waitUntilAllDone()
    expect([completed, refusals >= 2]).toEqual([1, true])
    expect(problems).toEqual(Array(2).fill('notes: the server cannot save the outcome of note 0'))
    expect(await listCustomerNotes()).toMatchObject([{ attempts: 1, claimed_at: null }])
  })

  it('leaves the outcome to the process that claimed the job after the lease expired', async () => {
    const { promise, resolve: end } = Promise.withResolvers<void>()
    await addNotes()
    start({ work: () => promise, timing: { ...TIMING, poll: 60_000 } })
    await expect.poll(async () => (await listCustomerNotes())[0]?.attempts).toBe(1)
    await sql`update note set due_at = due_at + 1, attempts = 2`.execute(database.main)
    end()
    await open.pop()?.close()
    expect(await listCustomerNotes()).toMatchObject([{ attempts: 2, done_at: null, claimed_at: expect.any(Number) }])
  })

  it('waits for running jobs when it closes, and aborts those that take too long', async () => {
    let isCut = false
    const waitUnlessAborted = (signal: AbortSignal, ms: number) =>
      pause(ms, undefined, { signal }).catch((error: unknown) => {
        isCut = true
        throw error
      })
    const endAfterBegin = async (parts: Partial<Parts>) => {
      await sql`delete from note`.execute(database.main)
      await addNotes()
      const queue = start(parts)
      await expect.poll(async () => (await listCustomerNotes())[0]?.attempts).toBe(1)
      const startedAt = performance.now()
      await queue.close()
      expect(performance.now() - startedAt).toBeLessThan(limitTime(1_000))
      return (await listCustomerNotes())[0]
    }
    expect(
      await endAfterBegin({ work: (_, signal) => waitUnlessAborted(signal, 200), timing: { ...TIMING, closeWithin: 60_000 } }),
    ).toMatchObject({
      done_at: expect.any(Number),
    })
    expect(isCut).toBe(false)
    const forever: Partial<Parts> = { work: (_, signal) => waitUnlessAborted(signal, 60_000) }
    // The job's progress is unknown, so this process keeps it until the lease ends.
    expect(await endAfterBegin(forever)).toMatchObject({
      attempts: 1,
      done_at: null,
      claimed_at: expect.any(Number),
    })
    expect(isCut).toBe(true)
    const repeated = await endAfterBegin({ ...forever, isRepeatable: true })
    expect(repeated).toMatchObject({ attempts: 0, done_at: null, claimed_at: null, error: null })
    expect(repeated?.due_at).toBeLessThanOrEqual(Date.now())
  })

  it('logs once that it cannot be read, and continues when it can', async () => {
    let isAway = true
    const refusing = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      isAway ? Promise.reject(new Error('away')) : database.write(work)
    const write: Database['write'] = Object.assign(refusing, { alone: refusing })
    let pollCount = 0
    await addNotes()
    start({ database: { ...database, write }, shouldPoll: async () => ++pollCount > 0 })
    await expect.poll(() => pollCount).toBeGreaterThan(3)
    expect(problems).toEqual(['notes: the server cannot read the queue and tries again'])
    isAway = false
    await waitUntilAllDone()
  })

  it('is not delayed by a clock that was wrong', async () => {
    const now = Date.now()
    for (const state of [
      { attempts: 0, claimed_at: null },
      { attempts: 2, claimed_at: null },
      { attempts: 3, claimed_at: now + 2 * DAY },
    ]) {
      await sql`delete from note`.execute(database.main)
      await addNotes(1, { ...state, due_at: now + 2 * DAY })
      const queue = start({})
      await waitUntilAllDone()
      await queue.close()
    }
  })

  it.each([table, emailQueueTable, { name: 'reset_request' } as JobQueueTableDefinition])(
    'finds the due jobs of $name by an index',
    async (queueTable) => {
      const plan = await database.main.transaction().execute(async (tx) => {
        if (kind.name === 'PostgreSQL') await sql`set local enable_seqscan = off`.execute(tx)
        return explainPlan(tx, (db) => hasDueJobs(db, queueTable, TIMING, Date.now()))
      })
      expect(plan).toMatch(/index/i)
      expect(plan).not.toMatch(/^SCAN|Seq Scan/m)
    },
  )

  it('claims the jobs that are due longest, in order and by id', async () => {
    const now = Date.now()
    for (const age of [3, 1, 5, 2, 4])
      await sql`insert into note (id, attempts, due_at, made_at) values (${`due for ${age}`}, 0, ${now - age}, 0)`.execute(
        database.main,
      )
    const claimed = await database.write((tx) => claimDueJobs<Note>(tx, table, TIMING, { now, maxJobs: 3, claimedBy: undefined }))
    expect(claimed.map(({ id }) => id)).toEqual(['due for 5', 'due for 4', 'due for 3'])
    const claim = (tx: Tx) =>
      explainPlan(tx, (db) => claimDueJobs(db as Tx, table, TIMING, { now, maxJobs: 3, claimedBy: undefined }))
    const [search] = (await database.main.transaction().execute(claim)).split('\n')
    expect(search).toMatch(kind.name === 'SQLite' ? /^SEARCH note .*\(id=\?\)$/ : /^Update on note/)
  })

  async function explainPlan(db: Tx, runQuery: (db: Database['read']) => Promise<unknown>): Promise<string> {
    const compiledQueries: RootOperationNode[] = []
    const recordingTx = db.withPlugin({
      transformQuery: ({ node }) => {
        compiledQueries.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await runQuery(recordingTx)
    const node = compiledQueries.at(-1)
    if (!node) throw new Error('No query was sent.')
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' })
    const explain = kind.name === 'PostgreSQL' ? 'explain' : 'explain query plan'
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
    return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail)).join('\n')
  }
})
