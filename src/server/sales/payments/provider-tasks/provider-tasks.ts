import type { Tx } from '../../../platform/db/database-writer.ts'
import type { DatabaseReader } from '../../../platform/db/tables.ts'
import { computeRetryPause, countDoublingPauses, type QueueTiming } from '../../../platform/queue/queue.ts'
import {
  addTask,
  completeTask,
  findNextDueTaskOfOrder,
  getQueryDelay,
  hasWaitingOrders,
  type NewTask,
  type ProviderQueueRow,
  type ProviderTask,
  postponeTask,
  providerQueue,
  saveQueryTime,
  scheduleNextRun,
  type TaskKind,
} from './store.ts'

export type { NewTask, ProviderTask } from './store.ts'

const MINUTE = 60_000

/** In ms: the shortest time between two queries about one order, and the delays of queries after a checkout attempt. */
export type QueryTiming = { minInterval: number; delaysAfterAttempt: readonly number[] }
export const PROVIDER_QUERY_TIMING: QueryTiming = { minInterval: 15_000, delaysAfterAttempt: [MINUTE, 5 * MINUTE, 30 * MINUTE] }

const MAX_CONCURRENT_ORDERS = 8
/** How many orders may wait before customers start no more queries. Scheduled queries still run. */
const MAX_WAITING_ORDERS = 500

/** Writes the result of a task in the transaction that ends it. */
export type TaskResultWriter = (tx: Tx) => Promise<unknown>

/** Runs a task outside any transaction. The queue retries if it throws. */
type TaskHandler = (task: ProviderTask, signal: AbortSignal) => Promise<TaskResultWriter>

export type ProviderTasks = Pick<ReturnType<typeof createProviderTasks>, 'add' | 'isFull'>

type Dependencies = {
  read: DatabaseReader
  timing: QueueTiming
  queryTiming: QueryTiming
  problem: (error: unknown, sentence: string) => void
}

type TaskHandlers = Readonly<Record<TaskKind, TaskHandler>>

/** Writes the outcome of a run before the next run is scheduled. */
type TaskOutcome = TaskResultWriter | undefined

/** Creates the queue of queries, captures and refunds. It runs one task of an order at a time. */
export function createProviderTasks({ read, timing, queryTiming, problem }: Dependencies) {
  // The queue must be able to wait for the last scheduled query.
  const queueTiming = { ...timing, longestPause: Math.max(timing.longestPause, ...queryTiming.delaysAfterAttempt) }
  const plannedAttempts = countDoublingPauses(queueTiming) + 1

  async function runFirstDueTask(
    handlers: TaskHandlers,
    queuedOrder: ProviderQueueRow,
    signal: AbortSignal,
  ): Promise<TaskOutcome> {
    const now = Date.now()
    const task = await findNextDueTaskOfOrder(read, queuedOrder.id, now)
    if (!task) return undefined
    const wait = task.kind === 'ask' ? getQueryDelay(queuedOrder, queryTiming.minInterval, now) : 0
    if (wait > 0) return (tx) => postponeTask(tx, task, { ...task, due_at: now + wait })
    try {
      const write = await handlers[task.kind](task, signal)
      return (tx) => write(tx).then(() => completeTask(tx, task))
    } catch (error) {
      // The process is stopping: leave the task unchanged.
      if (signal.aborted && (signal.reason as Error).name === 'AbortError') throw error
      problem(error, `a provider task failed and will run again (${task.kind}, order ${task.order_id})`)
      return (tx) => retryTask(tx, task, error)
    }
  }

  async function retryTask(tx: Tx, task: ProviderTask, error: unknown): Promise<void> {
    const attempts = task.attempts + 1
    const reason = error instanceof Error ? error.message : String(error)
    if (task.kind === 'ask') await saveQueryTime(tx, task.order_id)
    await postponeTask(tx, task, { due_at: Date.now() + computeRetryPause(attempts, timing), attempts, reason })
  }

  async function finishRun(tx: Tx, { id }: ProviderQueueRow, outcome: TaskOutcome): Promise<void> {
    await outcome?.(tx)
    await scheduleNextRun(tx, id, plannedAttempts)
  }

  return {
    createQueueOptions: (handlers: TaskHandlers) => ({
      table: providerQueue,
      timing: queueTiming,
      name: 'provider tasks',
      problem,
      maxConcurrent: MAX_CONCURRENT_ORDERS,
      work: (queuedOrder: ProviderQueueRow, signal: AbortSignal) => runFirstDueTask(handlers, queuedOrder, signal),
      saveOutcome: finishRun,
      onFailure: () => undefined,
      isRepeatable: true as const,
    }),
    add: (tx: Tx, task: NewTask) => addTask(tx, task, plannedAttempts),
    isFull: (db: DatabaseReader) => hasWaitingOrders(db, MAX_WAITING_ORDERS),
  }
}
