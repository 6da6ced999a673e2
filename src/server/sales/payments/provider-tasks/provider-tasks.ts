import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import { computeMaxPauseDoublings, computeRetryPause, type QueueTiming } from '#platform/queue/queue.ts'
import {
  addProviderTask,
  deleteFinishedProviderTasks,
  findNextDueProviderTask,
  getWaitUntilNextProviderQuery,
  isProviderQueueFull,
  listTaskIdsOfRun,
  type NewProviderTask,
  type ProviderQueueRow,
  type ProviderTask,
  type ProviderTaskKind,
  paymentProviderQueueTable,
  postponeProviderTask,
  saveProviderQueryTime,
  scheduleOrderForNextProviderTask,
} from './store.ts'

export type { NewProviderTask, ProviderTask } from './store.ts'

const MINUTE = 60_000

/** In ms: the shortest time between two queries about one order, and the delays of queries after a checkout attempt. */
export type PaymentQueryTiming = { minInterval: number; delaysAfterAttempt: readonly number[] }
export const DEFAULT_PAYMENT_QUERY_TIMING: PaymentQueryTiming = {
  minInterval: 15_000,
  delaysAfterAttempt: [MINUTE, 5 * MINUTE, 30 * MINUTE],
}

const MAX_CONCURRENT_ORDERS = 8
/** How many orders may wait before customers start no more queries. Scheduled queries still run. */
const MAX_WAITING_ORDERS = 500

/** Writes the result of a task in the transaction that ends it. */
export type ProviderTaskResultWriter = (tx: Tx) => Promise<unknown>

/** Runs a task outside any transaction. The queue retries if it throws. */
type TaskHandler = (task: ProviderTask, signal: AbortSignal) => Promise<ProviderTaskResultWriter>

export type ProviderTasks = Pick<ReturnType<typeof createProviderTasks>, 'add' | 'isFull'>

type Dependencies = {
  read: DatabaseReader
  timing: QueueTiming
  queryTiming: PaymentQueryTiming
  problem: LogProblem
}

type TaskHandlers = Readonly<Record<ProviderTaskKind, TaskHandler>>

/** Writes the outcome of a run before the next run is scheduled. */
type TaskOutcome = ProviderTaskResultWriter | undefined

/** Creates the queue of queries, captures and refunds. It runs one task of an order at a time. */
export function createProviderTasks({ read, timing, queryTiming, problem }: Dependencies) {
  // The queue must be able to wait for the last scheduled query.
  const queueTiming = { ...timing, longestPause: Math.max(timing.longestPause, ...queryTiming.delaysAfterAttempt) }
  const plannedAttempts = computeMaxPauseDoublings(queueTiming) + 1

  async function runFirstDueTask(
    handlers: TaskHandlers,
    queuedOrder: ProviderQueueRow,
    signal: AbortSignal,
  ): Promise<TaskOutcome> {
    const now = Date.now()
    const task = await findNextDueProviderTask(read, queuedOrder.id, now)
    if (!task) return undefined
    const wait = task.kind === 'ask' ? getWaitUntilNextProviderQuery(queuedOrder, queryTiming.minInterval, now) : 0
    if (wait > 0) return (tx) => postponeProviderTask(tx, task, { ...task, due_at: now + wait })
    const taskIds = await listTaskIdsOfRun(read, task, now)
    try {
      const write = await handlers[task.kind](task, signal)
      return (tx) => write(tx).then(() => deleteFinishedProviderTasks(tx, task, taskIds))
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
    if (task.kind === 'ask') await saveProviderQueryTime(tx, task.order_id)
    await postponeProviderTask(tx, task, { due_at: Date.now() + computeRetryPause(attempts, timing), attempts, reason })
  }

  async function finishRun(tx: Tx, { id }: ProviderQueueRow, outcome: TaskOutcome): Promise<void> {
    await outcome?.(tx)
    await scheduleOrderForNextProviderTask(tx, id, plannedAttempts)
  }

  return {
    createQueueOptions: (handlers: TaskHandlers) => ({
      table: paymentProviderQueueTable,
      timing: queueTiming,
      name: 'provider tasks',
      problem,
      maxConcurrent: MAX_CONCURRENT_ORDERS,
      isRepeatable: true,
      describeFailure: undefined,
      work: (queuedOrder: ProviderQueueRow, signal: AbortSignal) => runFirstDueTask(handlers, queuedOrder, signal),
      saveOutcome: finishRun,
    }),
    add: (tx: Tx, task: NewProviderTask) => addProviderTask(tx, task, plannedAttempts),
    isFull: (db: DatabaseReader) => isProviderQueueFull(db, MAX_WAITING_ORDERS),
  }
}
