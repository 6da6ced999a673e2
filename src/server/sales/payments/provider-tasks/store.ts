import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import { NEVER_DUE } from '#platform/queue/queue.ts'
import type { ProviderQueueTable, ProviderTaskTable } from '../tables.ts'

export type ProviderTask = ProviderTaskTable
export type ProviderTaskKind = ProviderTask['kind']
export type ProviderQueueRow = ProviderQueueTable

/** `after` is in ms from now. */
export type NewProviderTask = { orderId: string; kind: ProviderTaskKind; subject: string; detail?: unknown; after?: number }

/** Has one row per order, so that one task of an order runs at a time. */
export const paymentProviderQueueTable = { name: 'provider_queue' } as const

/** Adds a task, or runs the same task earlier. The worker locks the queue row too, before it locks the order. */
export async function addProviderTask(
  tx: Tx,
  { orderId, kind, subject, detail, after = 0 }: NewProviderTask,
  plannedAttempts: number,
) {
  const now = Date.now()
  const due_at = now + after
  const row = { id: randomUUID(), order_id: orderId, kind, subject, attempts: 0, due_at, created_at: now, reason: null }
  await tx
    .insertInto('provider_task')
    .values({ ...row, detail: detail === undefined ? null : JSON.stringify(detail) })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'kind', 'subject']).doUpdateSet(({ eb, ref }) => ({
        // A new id, so that a run that has already started doesn't delete this task at its end.
        id: ref('excluded.id'),
        attempts: 0,
        due_at: eb
          .case()
          .when('provider_task.due_at', '<', ref('excluded.due_at'))
          .then(ref('provider_task.due_at'))
          .else(ref('excluded.due_at'))
          .end(),
      })),
    )
    .execute()
  const queueRow = { id: orderId, attempts: after > 0 ? plannedAttempts : 0, due_at, claimed_at: null, queried_at: null }
  const enqueue = tx
    .insertInto('provider_queue')
    .values(queueRow)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ attempts: queueRow.attempts, due_at })
        .where('provider_queue.claimed_at', 'is', null)
        .where('provider_queue.due_at', '>', due_at),
    )
  await takeLock(tx, 'job', () => enqueue.execute())
}

/** Returns the first due task of an order. Queries come last. */
export async function findNextDueProviderTask(
  db: DatabaseReader,
  orderId: string,
  now: number,
): Promise<ProviderTask | undefined> {
  const due = db.selectFrom('provider_task').selectAll().where('order_id', '=', orderId).where('due_at', '<=', now)
  const tasks = await due.orderBy('due_at').orderBy('id').execute()
  return tasks.find(({ kind }) => kind !== 'ask') ?? tasks[0]
}

/** Returns the ids of the tasks that a run of this task does. A query replaces every other due query of its order. */
export async function listTaskIdsOfRun(db: DatabaseReader, { id, order_id, kind }: ProviderTask, now: number): Promise<string[]> {
  if (kind !== 'ask') return [id]
  const queries = db.selectFrom('provider_task').select('id').where('order_id', '=', order_id).where('kind', '=', 'ask')
  const due = await queries.where('due_at', '<=', now).execute()
  return [id, ...due.map((row) => row.id)]
}

/** Deletes the tasks of a finished run. Tasks that were added during the run stay. */
export async function deleteFinishedProviderTasks(tx: Tx, task: ProviderTask, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('provider_task').where('id', 'in', ids).execute()
  if (task.kind === 'ask') await saveProviderQueryTime(tx, task.order_id)
}

export async function saveProviderQueryTime(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('provider_queue').set({ queried_at: Date.now() }).where('id', '=', orderId).execute()
}

export async function postponeProviderTask(
  tx: Tx,
  { id }: ProviderTask,
  { due_at, attempts, reason }: Pick<ProviderTask, 'due_at' | 'attempts' | 'reason'>,
): Promise<void> {
  await tx.updateTable('provider_task').set({ due_at, attempts, reason }).where('id', '=', id).execute()
}

/** Schedules the next run of an order for its first due task. */
export async function scheduleOrderForNextProviderTask(tx: Tx, orderId: string, plannedAttempts: number): Promise<void> {
  const tasks = tx.selectFrom('provider_task').where('order_id', '=', orderId)
  const { due } = await tasks.select(({ fn }) => fn.min<number | null>('due_at').as('due')).executeTakeFirstOrThrow()
  const attempts = due !== null && due > Date.now() ? plannedAttempts : 0
  await tx
    .updateTable('provider_queue')
    .set({ due_at: due ?? NEVER_DUE, attempts })
    .where('id', '=', orderId)
    .execute()
}

/** Returns how long to wait before the next query about an order, in ms. Ignores times in the future. */
export function getWaitUntilNextProviderQuery({ queried_at }: ProviderQueueRow, minInterval: number, now: number): number {
  if (queried_at === null || queried_at > computeLatestPlausibleTime(now)) return 0
  return Math.max(0, queried_at + minInterval - now)
}

export async function isProviderQueueFull(db: DatabaseReader, count: number): Promise<boolean> {
  const due = db.selectFrom('provider_queue').select('id').where('due_at', '<=', Date.now()).orderBy('due_at')
  const row = await due
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst()
  return row !== undefined
}
