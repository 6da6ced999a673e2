import type { Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'
import { pauseAfter, pausesBelowLongest, type QueueTiming } from '../../../platform/queue/queue.ts'
import {
  addTask,
  areTurnsWaiting,
  askableIn,
  endTask,
  firstDueTask,
  type NewTask,
  noteAsk,
  type OrderTurn,
  type ProviderTask,
  postponeTask,
  providerQueue,
  setNextTurn,
  type TaskKind,
} from './store.ts'

export type { NewTask, ProviderTask } from './store.ts'

const MINUTE = 60_000

/** How the provider is asked, in ms: the least time between two asks about one order, and when after a hand-off it is asked. */
export type AskTiming = { between: number; after: readonly number[] }
export const ASK_TIMING: AskTiming = { between: 15_000, after: [MINUTE, 5 * MINUTE, 30 * MINUTE] }

/** How many orders one process works on at a time. */
const CONCURRENT = 8
/** Asks by people are left out while this many orders wait; the asks after each hand-off still run. */
const MAX_WAITING = 500

/** Writes the result of a task, in the transaction that ends it. */
export type TaskEnd = (tx: Tx) => Promise<unknown>

/** Performs a task outside of any transaction. Throws to be tried again. */
export type TaskWork = (task: ProviderTask, signal: AbortSignal) => Promise<TaskEnd>

export type ProviderTasks = Pick<ReturnType<typeof createProviderTasks>, 'add' | 'isFull'>

type Parts = {
  read: Reader
  timing: QueueTiming
  ask: AskTiming
  problem: (error: unknown, sentence: string) => void
}

type Work = Readonly<Record<TaskKind, TaskWork>>

/** What to write down at the end of a turn, before the next one is set. */
type Outcome = TaskEnd | undefined

/** The queue of what payment providers are asked and told: one task of an order at a time, and bounded in all. */
export function createProviderTasks({ read, timing, ask, problem }: Parts) {
  // A turn may lie as far ahead as the last ask after a hand-off.
  const turns = { ...timing, longestPause: Math.max(timing.longestPause, ...ask.after) }
  const plannedAttempts = pausesBelowLongest(turns) + 1

  async function perform(work: Work, turn: OrderTurn, signal: AbortSignal): Promise<Outcome> {
    const now = Date.now()
    const task = await firstDueTask(read, turn.id, now)
    if (!task) return undefined
    const wait = task.kind === 'ask' ? askableIn(turn, ask.between, now) : 0
    if (wait > 0) return (tx) => postponeTask(tx, task, { ...task, due_at: now + wait })
    try {
      const write = await work[task.kind](task, signal)
      return (tx) => write(tx).then(() => endTask(tx, task))
    } catch (error) {
      // The end of the process leaves the task as it was.
      if (signal.aborted && (signal.reason as Error).name === 'AbortError') throw error
      problem(error, `the payment provider could not do its part (${task.kind}, order ${task.order_id}); it is tried again`)
      return (tx) => putOff(tx, task, error)
    }
  }

  async function putOff(tx: Tx, task: ProviderTask, error: unknown): Promise<void> {
    const attempts = task.attempts + 1
    const reason = error instanceof Error ? error.message : String(error)
    if (task.kind === 'ask') await noteAsk(tx, task.order_id)
    await postponeTask(tx, task, { due_at: Date.now() + pauseAfter(attempts, timing), attempts, reason })
  }

  async function finish(tx: Tx, { id }: OrderTurn, outcome: Outcome): Promise<void> {
    await outcome?.(tx)
    await setNextTurn(tx, id, plannedAttempts)
  }

  return {
    /** For `createQueue`. */
    queueParts: (work: Work) => ({
      table: providerQueue,
      timing: turns,
      name: 'provider tasks',
      problem,
      concurrent: CONCURRENT,
      work: (turn: OrderTurn, signal: AbortSignal) => perform(work, turn, signal),
      done: finish,
      failed: () => undefined,
      isRepeatable: true as const,
    }),
    add: (tx: Tx, task: NewTask) => addTask(tx, task, plannedAttempts),
    isFull: (db: Reader) => areTurnsWaiting(db, MAX_WAITING),
  }
}
