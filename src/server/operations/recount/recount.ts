import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/db/db.ts'
import type { Suspects } from '../../platform/db/kept-totals.ts'
import type { Module } from '../../platform/module.ts'
import type { Queue, QueueTiming } from '../../platform/queue/queue.ts'
import { createSchedule, HOUR, type Turn } from '../../platform/schedule/schedule.ts'
import { recountCustomers, recountMonths, recountTallies } from '../../sales/orders/orders.ts'
import { recountPayments } from '../../sales/payments/payments.ts'

/** Everything that is kept with writes and can be counted, by the name of its job. */
const totals: Readonly<Record<string, Suspects>> = {
  months: recountMonths,
  orders: recountTallies,
  customers: recountCustomers,
  payments: recountPayments,
}

/** For how long is counted, and for how long others have the process to themselves then, in ms. */
const PIECE_TAKES = 5
const PAUSE_BETWEEN = 10

type Parts = { database: Database; problem: (error: unknown, sentence: string) => void; timing?: QueueTiming }

type Recount = Module & Required<Pick<Module, 'start' | 'close'>> & { queue: Queue }

/**
 * Counts again, every hour, what is kept with each write: a process of an older version may not have kept it
 * (docs/decisions/0078).
 */
export function createRecount({ database: { read, write }, database, problem, timing }: Parts): Recount {
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

  const schedule = createSchedule({
    database,
    table: 'recount_job',
    jobs: Object.fromEntries(
      Object.entries(totals).map(([id, suspects]) => [id, (signal: AbortSignal) => recount(suspects, signal)]),
    ),
    name: 'recount of totals',
    failure: (id) => `the totals of ${id} could not be counted again; it is tried again`,
    problem,
    timing,
  })
  return { dataTables: [], ...schedule }
}
