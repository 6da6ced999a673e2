import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../db/database-writer.ts'
import type { Database } from '../db/open-database.ts'
import { createJobQueue, type JobQueue, type QueueJob, type QueueTiming } from '../queue/queue.ts'
import { insertRecurringJobs, type RecurringJobTable, scheduleNextRun } from './store.ts'

/** How a turn of a job ended: when the next one is, in ms. */
export type ScheduledRun = { nextRunAfter: number }

const SECOND = 1_000
export const HOUR_MS = 3_600 * SECOND

/** All in ms. What fails is tried again after an hour too, then after longer. */
const TIMING: QueueTiming = {
  poll: 60 * SECOND,
  lease: 600 * SECOND,
  deadline: 300 * SECOND,
  firstPause: HOUR_MS,
  longestPause: 6 * HOUR_MS,
  closeWithin: 0,
}

type RecurringJobsOptions = {
  database: Database
  /** Holds one row for each job. */
  table: RecurringJobTable
  /** The jobs by their ids. */
  jobs: Readonly<Record<string, (signal: AbortSignal) => Promise<ScheduledRun>>>
  /** What the log calls them, and says where one fails. */
  name: string
  describeFailure: (id: string) => string
  problem: (error: unknown, sentence: string) => void
  timing?: QueueTiming | undefined
}

type RecurringJobs = { queue: JobQueue; start: () => void; close: () => Promise<void> }

/** Jobs that never end: each is done again and again, by one process at a time, taken over where that one dies. */
export function createRecurringJobs({
  database,
  table,
  jobs,
  name,
  describeFailure,
  problem,
  timing = TIMING,
}: RecurringJobsOptions): RecurringJobs {
  const closing = new AbortController()
  let startAttempt: Promise<unknown> | undefined

  const queue = createJobQueue<QueueJob & { id: string }, ScheduledRun>({
    database,
    table: { name: table },
    timing,
    name,
    problem,
    maxConcurrent: 1,
    // Without its work it is a job of an older or newer version of the program.
    work: async ({ id }, signal) => (Object.hasOwn(jobs, id) && jobs[id]?.(signal)) || { nextRunAfter: HOUR_MS },
    saveOutcome: (tx: Tx, { id }, { nextRunAfter }) => scheduleNextRun(tx, table, id, nextRunAfter),
    onFailure: ({ id }, error) => {
      problem(error, describeFailure(id))
      return undefined
    },
    isRepeatable: true,
  })

  /** Until it works: without their rows nothing would be done. */
  async function insertJobsUntilSaved(): Promise<void> {
    for (;;) {
      try {
        await database.write((tx) => insertRecurringJobs(tx, table, Object.keys(jobs)))
        queue.start()
        return
      } catch {
        await pause(timing.poll, undefined, { ref: false, signal: closing.signal })
      }
    }
  }

  return {
    queue,
    start() {
      startAttempt = insertJobsUntilSaved().catch(() => {})
    },
    async close() {
      closing.abort()
      await startAttempt
      await queue.close()
    },
  }
}
