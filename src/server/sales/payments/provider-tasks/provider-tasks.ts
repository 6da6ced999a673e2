import type { Tx } from '../../../platform/db/database-writer.ts'
import type { DatabaseReader } from '../../../platform/db/tables.ts'
import { computeRetryPause, countDoublingPauses, type QueueTiming } from '../../../platform/queue/queue.ts'
import {
  addTask,
  completeTask,
  findFirstDueTask,
  getQueryDelay,
  hasWaitingOrders,
  type NewTask,
  type ProviderTask,
  postponeTask,
  providerQueue,
  type QueuedOrder,
  saveQueryTime,
  scheduleNextRun,
  type TaskKind,
} from './store.ts'

export type { NewTask, ProviderTask } from './store.ts'

const MINUTE = 60_000

/** How the provider is asked, in ms: the least time between two asks about one order, and when after a hand-off it is asked. */
export type QueryTiming = { minInterval: number; delaysAfterAttempt: readonly number[] }
export const QUERY_TIMING: QueryTiming = { minInterval: 15_000, delaysAfterAttempt: [MINUTE, 5 * MINUTE, 30 * MINUTE] }

/** How many orders one process works on at a time. */
const MAX_CONCURRENT_ORDERS = 8
/** Asks by people are left out while this many orders wait; the asks after each hand-off still run. */
const MAX_WAITING_ORDERS = 500

/** Writes the result of a task, in the transaction that ends it. */
export type TaskResultWriter = (tx: Tx) => Promise<unknown>

/** Performs a task outside of any transaction. Throws to be tried again. */
export type TaskHandler = (task: ProviderTask, signal: AbortSignal) => Promise<TaskResultWriter>

export type ProviderTasks = Pick<ReturnType<typeof createProviderTasks>, 'add' | 'isFull'>

type Dependencies = {
  read: DatabaseReader
  timing: QueueTiming
  queryTiming: QueryTiming
  problem: (error: unknown, sentence: string) => void
}

type TaskHandlers = Readonly<Record<TaskKind, TaskHandler>>

/** What to write down at the end of a turn, before the next one is set. */
type TaskOutcome = TaskResultWriter | undefined

/** The queue of what payment providers are asked and told: one task of an order at a time, and bounded in all. */
export function createProviderTasks({ read, timing, queryTiming, problem }: Dependencies) {
  // A turn may lie as far ahead as the last ask after a hand-off.
  const queueTiming = { ...timing, longestPause: Math.max(timing.longestPause, ...queryTiming.delaysAfterAttempt) }
  const plannedAttempts = countDoublingPauses(queueTiming) + 1

  async function runFirstDueTask(handlers: TaskHandlers, queuedOrder: QueuedOrder, signal: AbortSignal): Promise<TaskOutcome> {
    const now = Date.now()
    const task = await findFirstDueTask(read, queuedOrder.id, now)
    if (!task) return undefined
    const wait = task.kind === 'ask' ? getQueryDelay(queuedOrder, queryTiming.minInterval, now) : 0
    if (wait > 0) return (tx) => postponeTask(tx, task, { ...task, due_at: now + wait })
    try {
      const write = await handlers[task.kind](task, signal)
      return (tx) => write(tx).then(() => completeTask(tx, task))
    } catch (error) {
      // The end of the process leaves the task as it was.
      if (signal.aborted && (signal.reason as Error).name === 'AbortError') throw error
      problem(error, `the payment provider could not do its part (${task.kind}, order ${task.order_id}); it is tried again`)
      return (tx) => retryTask(tx, task, error)
    }
  }

  async function retryTask(tx: Tx, task: ProviderTask, error: unknown): Promise<void> {
    const attempts = task.attempts + 1
    const reason = error instanceof Error ? error.message : String(error)
    if (task.kind === 'ask') await saveQueryTime(tx, task.order_id)
    await postponeTask(tx, task, { due_at: Date.now() + computeRetryPause(attempts, timing), attempts, reason })
  }

  async function finishRun(tx: Tx, { id }: QueuedOrder, outcome: TaskOutcome): Promise<void> {
    await outcome?.(tx)
    await scheduleNextRun(tx, id, plannedAttempts)
  }

  return {
    /** For `createQueue`. */
    createQueueOptions: (handlers: TaskHandlers) => ({
      table: providerQueue,
      timing: queueTiming,
      name: 'provider tasks',
      problem,
      maxConcurrent: MAX_CONCURRENT_ORDERS,
      work: (queuedOrder: QueuedOrder, signal: AbortSignal) => runFirstDueTask(handlers, queuedOrder, signal),
      saveOutcome: finishRun,
      onFailure: () => undefined,
      isRepeatable: true as const,
    }),
    add: (tx: Tx, task: NewTask) => addTask(tx, task, plannedAttempts),
    isFull: (db: DatabaseReader) => hasWaitingOrders(db, MAX_WAITING_ORDERS),
  }
}
