import { setTimeout as pause } from 'node:timers/promises'
import { createClockWatch } from '../../platform/db/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Module } from '../../platform/module.ts'
import type { Queue, QueueTiming } from '../../platform/queue/queue.ts'
import { createSchedule, HOUR, type Turn } from '../../platform/schedule/schedule.ts'
import { type RetentionRule, retentionRules } from './rules.ts'

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

const DAY = 24 * HOUR

/** When a job is looked at again whose time has come while the clock may still be wrong, in ms. */
const SOON = 300 * 1_000

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
export function createRetention({ database, removeMailFiles, problem, timing, ...parts }: Parts): Retention {
  const { pauseBetween = PAUSE_BETWEEN, isClockSettled = createClockWatch() } = parts
  const hasRowLocks = database.type === 'postgres'

  async function removeOld({ days, remove }: RetentionRule, signal: AbortSignal): Promise<Turn> {
    const before = Date.now() - days * DAY
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const removed = await database.write((tx) => remove(tx, { before, most: BATCH, hasRowLocks }))
      if (removed < BATCH) return { nextAfter: HOUR }
      // Its time is over: the rest is for the next turn, which is at once.
      if (await pause(pauseBetween, false, { signal }).catch(() => true)) break
    }
    return { nextAfter: 0 }
  }

  async function removeOldFiles(): Promise<Turn> {
    await removeMailFiles(Date.now() - MAIL_FILE_DAYS * DAY)
    return { nextAfter: HOUR }
  }

  function onceClockIsSettled(work: (signal: AbortSignal) => Promise<Turn>) {
    return async (signal: AbortSignal): Promise<Turn> => (isClockSettled() ? work(signal) : { nextAfter: SOON })
  }

  const rules = Object.entries(retentionRules).map(
    ([id, rule]) => [id, (signal: AbortSignal) => removeOld(rule, signal)] as const,
  )
  const all = [...rules, [MAIL_FILES, removeOldFiles] as const]
  const schedule = createSchedule({
    database,
    table: 'retention_job',
    jobs: Object.fromEntries(all.map(([id, work]) => [id, onceClockIsSettled(work)])),
    name: 'removal of what is old',
    failure: (id) => `old ${id} could not be removed; it is tried again`,
    problem,
    timing,
  })
  return { dataTables: [], ...schedule }
}
