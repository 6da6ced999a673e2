import { setTimeout as pause } from 'node:timers/promises'
import { createClockWatch } from '../../platform/db/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import { removeOldest } from '../../platform/db/old-rows.ts'
import type { Module, RetentionRule } from '../../platform/module.ts'
import type { QueueTiming } from '../../platform/queue/queue.ts'
import { createSchedule, HOUR, type Turn } from '../../platform/schedule/schedule.ts'

type Parts = {
  database: Database
  /** Every rule of every module, by the name of its job. */
  rules: Readonly<Record<string, RetentionRule>>
  problem: (error: unknown, sentence: string) => void
  timing?: QueueTiming
  /** The pause between two batches, in which others have the database to themselves, in ms. */
  pauseBetween?: number
  isClockSettled?: () => boolean
}

const DAY = 24 * HOUR

/** When a due job is looked at again if the clock may still be wrong, in ms. */
const SOON = 300 * 1_000

/** How many rows go in one transaction, which takes some ms, and how many batches are one turn of the job. */
const BATCH = 250
const MAX_BATCHES = 1_000
const PAUSE_BETWEEN = 10

/** Removes old rows and files every hour, each rule in one process at a time and in small batches (decision 69). */
export function createRetention({ database, rules, problem, timing, ...parts }: Parts) {
  const { pauseBetween = PAUSE_BETWEEN, isClockSettled = createClockWatch() } = parts

  async function removeOld(rule: RetentionRule, signal: AbortSignal): Promise<Turn> {
    const before = Date.now() - rule.days * DAY
    if ('removeFiles' in rule) {
      await rule.removeFiles(before)
      return { nextAfter: HOUR }
    }
    const old = { before, most: BATCH, hasRowLocks: database.type === 'postgres' }
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const removed = await database.write(async (tx) =>
        'rows' in rule ? (await removeOldest(tx, rule.rows, old)).length : rule.removeRows(tx, old),
      )
      if (removed < BATCH) return { nextAfter: HOUR }
      // The job's time is up: the rest is for the next turn, which is at once.
      if (await pause(pauseBetween, false, { signal }).catch(() => true)) break
    }
    return { nextAfter: 0 }
  }

  const { queue, ...schedule } = createSchedule({
    database,
    table: 'retention_job',
    jobs: Object.fromEntries(
      Object.entries(rules).map(([id, rule]) => [
        id,
        async (signal: AbortSignal) => (isClockSettled() ? removeOld(rule, signal) : { nextAfter: SOON }),
      ]),
    ),
    name: 'removal of what is old',
    failure: (id) => `old ${id} could not be removed; it is tried again`,
    problem,
    timing,
  })
  return { name: 'operations/retention', stateTables: ['retention_job'], queues: [queue], ...schedule } satisfies Module
}
