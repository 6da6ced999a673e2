import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/db/db.ts'
import type { Suspects } from '../../platform/db/kept-totals.ts'
import type { Module } from '../../platform/module.ts'
import type { QueueTiming } from '../../platform/queue/queue.ts'
import { createSchedule, HOUR, type Turn } from '../../platform/schedule/schedule.ts'

/** For how long is counted, and for how long others have the process to themselves then, in ms. */
const PIECE_TAKES = 5
const PAUSE_BETWEEN = 10

type Parts = {
  database: Database
  /** The counters of every module, by the name of the job. */
  counters: Readonly<Record<string, Suspects>>
  problem: (error: unknown, sentence: string) => void
  timing?: QueueTiming
}

/**
 * Counts again, every hour, what is kept with each write: a process of an older version may not have kept it
 * (docs/decisions/0078).
 */
export function createRecount({ database: { read, write }, database, counters, problem, timing }: Parts) {
  async function recount(suspects: Suspects, signal: AbortSignal): Promise<Turn> {
    let began = performance.now()
    const rest = async () => {
      signal.throwIfAborted()
      if (performance.now() - began < PIECE_TAKES) return
      await pause(PAUSE_BETWEEN, undefined, { signal })
      began = performance.now()
    }
    for await (const suspect of suspects(read, rest)) {
      const wrong = await write(suspect)
      if (wrong !== undefined) problem(undefined, `a total was wrong and is corrected: ${wrong}`)
    }
    return { nextAfter: HOUR }
  }

  const { queue, ...schedule } = createSchedule({
    database,
    table: 'recount_job',
    jobs: Object.fromEntries(
      Object.entries(counters).map(([id, suspects]) => [id, (signal: AbortSignal) => recount(suspects, signal)]),
    ),
    name: 'recount of totals',
    failure: (id) => `the totals of ${id} could not be counted again; it is tried again`,
    problem,
    timing,
  })
  return { name: 'operations/recount', stateTables: ['recount_job'], queues: [queue], ...schedule } satisfies Module
}
