import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/db/open-database.ts'
import { removeRowsOlderThan } from '#platform/db/remove-rows-older-than.ts'
import { createClockStabilityCheck } from '#platform/db/wrong-clock-protection.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { RetentionRule, ServerModule } from '#platform/module.ts'
import type { QueueTiming } from '#platform/queue/queue.ts'
import { createRecurringJobs, HOUR_MS, type NextRunDelay } from '#platform/recurring-jobs/recurring-jobs.ts'

type Dependencies = {
  database: Database
  /** The rules of every module, by job name. */
  rules: Readonly<Record<string, RetentionRule>>
  problem: LogProblem
  timing?: QueueTiming
  /** The pause between two batches in ms. Other work uses the database meanwhile. */
  pauseMs?: number
  isClockSettled?: () => boolean
}

const DAY = 24 * HOUR_MS

/** When a due job runs again if the clock may still be wrong, in ms. */
const CLOCK_RETRY_MS = 300 * 1_000

/** How many rows one transaction deletes, which takes some ms, and how many batches one run has. */
const BATCH_ROWS = 250
const MAX_BATCHES = 1_000
const PAUSE_MS = 10

/** Deletes expired rows and files hourly, in small batches. Each rule runs in one process at a time (decision 33). */
export function createRetentionModule({ database, rules, problem, timing, ...parts }: Dependencies) {
  const { pauseMs = PAUSE_MS, isClockSettled = createClockStabilityCheck() } = parts

  async function deleteExpired(rule: RetentionRule, signal: AbortSignal): Promise<NextRunDelay> {
    const before = Date.now() - rule.days * DAY
    if ('removeFiles' in rule) {
      await rule.removeFiles(before)
      return { nextRunAfter: HOUR_MS }
    }
    const old = { before, maxRows: BATCH_ROWS, hasRowLocks: database.type === 'postgres' }
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const removed = await database.write(async (tx) =>
        'rows' in rule ? (await removeRowsOlderThan(tx, rule.rows, old)).length : rule.removeRows(tx, old),
      )
      if (removed < BATCH_ROWS) return { nextRunAfter: HOUR_MS }
      // The time of the run is over. The next run follows at once.
      if (await pause(pauseMs, false, { signal }).catch(() => true)) break
    }
    return { nextRunAfter: 0 }
  }

  const recurringJobs = createRecurringJobs({
    database,
    table: 'retention_job',
    jobs: Object.fromEntries(
      Object.entries(rules).map(([id, rule]) => [
        id,
        async (signal: AbortSignal) => (isClockSettled() ? deleteExpired(rule, signal) : { nextRunAfter: CLOCK_RETRY_MS }),
      ]),
    ),
    name: 'removal of old data',
    describeFailure: ({ id }) => `the server could not delete old ${id} and tries again`,
    problem,
    timing,
  })
  return {
    name: 'operations/retention',
    stateTables: ['retention_job'],
    noPersonalData: 'Jobs.',
    ...recurringJobs,
  } satisfies ServerModule
}
