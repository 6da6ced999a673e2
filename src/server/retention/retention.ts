import { setTimeout as pause } from 'node:timers/promises'
import { createClockWatch } from '../db/clock.ts'
import type { Database } from '../db/db.ts'
import type { Module } from '../module.ts'
import { createQueue, type Queue, type QueueTiming } from '../queue/queue.ts'
import { retentionRules } from './rules.ts'
import { insertJobs, type RetentionJob, retentionJobs, setNext } from './store.ts'

type Parts = {
  database: Database
  /** Removes files of mail that are older than this, in epoch ms. */
  removeMailFiles: (before: number) => Promise<void>
  problem: (error: unknown, sentence: string) => void
  timing?: QueueTiming
  /** For how long others have the database to themselves between two batches, in ms. */
  pauseBetween?: number
  isClockSettled?: () => boolean
}

type Retention = Module & Required<Pick<Module, 'start' | 'close'>> & { queue: Queue }

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** All in ms. What fails is tried again after an hour too, then after longer. */
const TIMING: QueueTiming = {
  poll: 60 * SECOND,
  lease: 600 * SECOND,
  deadline: 300 * SECOND,
  firstPause: HOUR,
  longestPause: 6 * HOUR,
  closeWithin: 0,
}

/** When a job is looked at again whose time has come while the clock may still be wrong, in ms. */
const SOON = 300 * SECOND

/** How a turn of a job ended: when the next one is, in ms. */
type Turn = { nextAfter: number }

/** How many rows go in one transaction, which takes some ms, and how many batches are one turn of the job. */
const BATCH = 250
const MOST_BATCHES = 1_000
const PAUSE_BETWEEN = 10

/** How long the files are kept that mail becomes without a mail server, in days. */
export const MAIL_FILE_DAYS = 30
const MAIL_FILES = 'mail-files'

/**
 * Removes what has served its time, every hour, each kind by one process at a time and in small batches
 * (docs/retention.md, docs/decisions/0069).
 */
export function createRetention({ database, removeMailFiles, problem, ...parts }: Parts): Retention {
  const { timing = TIMING, pauseBetween = PAUSE_BETWEEN, isClockSettled = createClockWatch() } = parts
  const hasRowLocks = database.type === 'postgres'
  const ending = new AbortController()
  let starting: Promise<unknown> | undefined

  const queue = createQueue<RetentionJob, Turn>({
    database,
    table: retentionJobs,
    timing,
    name: 'removal of what is old',
    problem,
    concurrent: 1,
    work: removeOld,
    done: (tx, { id }, { nextAfter }) => setNext(tx, id, nextAfter),
    failed: ({ id }, error) => {
      problem(error, `old ${id} could not be removed; it is tried again`)
      return undefined
    },
    isRepeatable: true,
  })

  async function removeOld({ id }: RetentionJob, signal: AbortSignal): Promise<Turn> {
    if (!isClockSettled()) return { nextAfter: SOON }
    if (id === MAIL_FILES) {
      await removeMailFiles(Date.now() - MAIL_FILE_DAYS * DAY)
      return { nextAfter: HOUR }
    }
    // A job of an older or newer version of the program.
    const rule = Object.hasOwn(retentionRules, id) ? retentionRules[id] : undefined
    if (!rule) return { nextAfter: HOUR }
    const before = Date.now() - rule.days * DAY
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const removed = await database.write((tx) => rule.remove(tx, { before, most: BATCH, hasRowLocks }))
      if (removed < BATCH) return { nextAfter: HOUR }
      // Its time is over: the rest is for the next turn, which is at once.
      if (await pause(pauseBetween, false, { signal }).catch(() => true)) break
    }
    return { nextAfter: 0 }
  }

  /** Until it works: without jobs nothing would be removed. */
  async function insertUntilDone(): Promise<void> {
    for (;;) {
      try {
        await database.write((tx) => insertJobs(tx, [...Object.keys(retentionRules), MAIL_FILES]))
        queue.start()
        return
      } catch {
        await pause(timing.poll, undefined, { ref: false, signal: ending.signal })
      }
    }
  }

  return {
    dataTables: [],
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
