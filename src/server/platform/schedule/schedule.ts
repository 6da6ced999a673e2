import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/db.ts'
import type { Tx } from '../db/write.ts'
import { createQueue, type Job, type Queue, type QueueTiming } from '../queue/queue.ts'
import { insertScheduled, type ScheduleTable, setNext } from './store.ts'

/** How a turn of a job ended: when the next one is, in ms. */
export type Turn = { nextAfter: number }

const SECOND = 1_000
export const HOUR = 3_600 * SECOND

/** All in ms. What fails is tried again after an hour too, then after longer. */
const TIMING: QueueTiming = {
  poll: 60 * SECOND,
  lease: 600 * SECOND,
  deadline: 300 * SECOND,
  firstPause: HOUR,
  longestPause: 6 * HOUR,
  closeWithin: 0,
}

type Parts = {
  database: Database
  /** Holds one row for each job. */
  table: ScheduleTable
  /** The jobs by their ids. */
  jobs: Readonly<Record<string, (signal: AbortSignal) => Promise<Turn>>>
  /** What the log calls them, and says where one fails. */
  name: string
  failure: (id: string) => string
  problem: (error: unknown, sentence: string) => void
  timing?: QueueTiming | undefined
}

type Schedule = { queue: Queue; start: () => void; close: () => Promise<void> }

/** Jobs that never end: each is done again and again, by one process at a time, taken over where that one dies. */
export function createSchedule({ database, table, jobs, name, failure, problem, timing = TIMING }: Parts): Schedule {
  const ending = new AbortController()
  let starting: Promise<unknown> | undefined

  const queue = createQueue<Job & { id: string }, Turn>({
    database,
    table: { name: table },
    timing,
    name,
    problem,
    concurrent: 1,
    // Without its work it is a job of an older or newer version of the program.
    work: async ({ id }, signal) => (Object.hasOwn(jobs, id) && jobs[id]?.(signal)) || { nextAfter: HOUR },
    done: (tx: Tx, { id }, { nextAfter }) => setNext(tx, table, id, nextAfter),
    failed: ({ id }, error) => {
      problem(error, failure(id))
      return undefined
    },
    isRepeatable: true,
  })

  /** Until it works: without their rows nothing would be done. */
  async function insertUntilDone(): Promise<void> {
    for (;;) {
      try {
        await database.write((tx) => insertScheduled(tx, table, Object.keys(jobs)))
        queue.start()
        return
      } catch {
        await pause(timing.poll, undefined, { ref: false, signal: ending.signal })
      }
    }
  }

  return {
    queue,
    start() {
      starting = insertUntilDone().catch(() => {})
    },
    async close() {
      ending.abort()
      await starting
      await queue.close()
    },
  }
}
