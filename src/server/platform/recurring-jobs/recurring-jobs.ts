import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../db/database-writer.ts'
import type { Database } from '../db/open-database.ts'
import { createJobQueue, type QueueJobColumns, type QueueOptions, type QueueTiming } from '../queue/queue.ts'
import { insertRecurringJobs, type RecurringJobTableName, scheduleNextRun } from './store.ts'

/** The time until the next run, in ms. */
export type NextRunDelay = { nextRunAfter: number }

const SECOND = 1_000
export const HOUR_MS = 3_600 * SECOND

/** In ms. A failed job retries after an hour, then after longer pauses. */
const TIMING: QueueTiming = {
  poll: 60 * SECOND,
  lease: 600 * SECOND,
  deadline: 300 * SECOND,
  firstPause: HOUR_MS,
  longestPause: 6 * HOUR_MS,
  closeWithin: 0,
}

type RecurringJob = QueueJobColumns & { id: string }

type RecurringJobsOptions = Pick<QueueOptions<RecurringJob, NextRunDelay>, 'name' | 'describeFailure' | 'problem'> & {
  database: Database
  table: RecurringJobTableName
  jobs: Readonly<Record<string, (signal: AbortSignal) => Promise<NextRunDelay>>>
  timing?: QueueTiming | undefined
}

/**
 * Runs permanent jobs again and again, each in one process at a time. Another process takes over if that process ends.
 * Returns the parts that the jobs give to their module.
 */
export function createRecurringJobs({ database, table, jobs, timing = TIMING, ...options }: RecurringJobsOptions) {
  const closing = new AbortController()
  let startAttempt: Promise<unknown> | undefined

  const queue = createJobQueue<RecurringJob, NextRunDelay>({
    ...options,
    database,
    table: { name: table },
    timing,
    maxConcurrent: 1,
    isRepeatable: true,
    // A job without a function belongs to an older or newer version of the program.
    work: async ({ id }, signal) => (Object.hasOwn(jobs, id) && jobs[id]?.(signal)) || { nextRunAfter: HOUR_MS },
    saveOutcome: (tx: Tx, { id }, { nextRunAfter }) => scheduleNextRun(tx, table, id, nextRunAfter),
  })

  /** Retries until it succeeds, because no job runs without its row. */
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
    queues: [queue],
    start(): void {
      startAttempt = insertJobsUntilSaved().catch(() => {})
    },
    async close(): Promise<void> {
      closing.abort()
      await startAttempt
      await queue.close()
    },
  }
}
