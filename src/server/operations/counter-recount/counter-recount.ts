import { setTimeout as pause } from 'node:timers/promises'
import type { FindCorrectionsFunction } from '#platform/db/counter-differences.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ServerModule } from '#platform/module.ts'
import type { QueueTiming } from '#platform/queue/queue.ts'
import { createRecurringJobs, HOUR_MS, type NextRunDelay } from '#platform/recurring-jobs/recurring-jobs.ts'

/** How long a run counts, and how long it then leaves the process to others, in ms. */
const RUN_MS = 5
const PAUSE_MS = 10

type Dependencies = {
  database: Database
  /** The counters of every module, by job name. */
  counters: Readonly<Record<string, FindCorrectionsFunction>>
  problem: LogProblem
  timing?: QueueTiming
}

/** Recounts every counter hourly. A process of an older version may not have updated it (docs/decisions/0038). */
export function createCounterRecountModule({ database: { read, write }, database, counters, problem, timing }: Dependencies) {
  async function recountCounters(scan: FindCorrectionsFunction, signal: AbortSignal): Promise<NextRunDelay> {
    let startedAt = performance.now()
    const pauseIfDue = async () => {
      signal.throwIfAborted()
      if (performance.now() - startedAt < RUN_MS) return
      await pause(PAUSE_MS, undefined, { signal })
      startedAt = performance.now()
    }
    for await (const correction of scan(read, pauseIfDue)) {
      const difference = await write(correction)
      if (difference !== undefined) problem(undefined, `a total was wrong and is corrected: ${difference}`)
    }
    return { nextRunAfter: HOUR_MS }
  }

  const recurringJobs = createRecurringJobs({
    database,
    table: 'recount_job',
    jobs: Object.fromEntries(
      Object.entries(counters).map(([id, scan]) => [id, (signal: AbortSignal) => recountCounters(scan, signal)]),
    ),
    name: 'recount of totals',
    describeFailure: ({ id }) => `the server could not recount ${id} and tries again`,
    problem,
    timing,
  })
  return {
    name: 'operations/counter-recount',
    stateTables: ['recount_job'],
    noPersonalData: 'Jobs.',
    ...recurringJobs,
  } satisfies ServerModule
}
