import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { DatabaseReader, OrderWorkTable } from '../../platform/db/tables.ts'

export function findOrderWork(db: DatabaseReader, orderId: string): Promise<OrderWorkTable | undefined> {
  return db.selectFrom('order_work').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** Locks the work of an order, so that one step after another is taken. Lock it before its deliverables. */
export function lockOrderWork(tx: Tx, orderId: string): Promise<OrderWorkTable | undefined> {
  const lock = tx.updateTable('order_work').set({ order_id: orderId }).where('order_id', '=', orderId)
  return lock.returningAll().executeTakeFirst()
}

/** `openedAt` is the time of the first payment. */
export async function insertOrderWork(
  tx: Tx,
  orderId: string,
  { openedAt, isActive }: { openedAt: number; isActive: boolean },
): Promise<void> {
  const row = { order_id: orderId, opened_at: openedAt, is_active: Number(isActive), starts_on: null }
  await tx.insertInto('order_work').values(row).execute()
}

type OrderWorkChange = Partial<Pick<OrderWorkTable, 'is_active' | 'starts_on'>>

export async function updateOrderWork(tx: Tx, orderId: string, change: OrderWorkChange): Promise<void> {
  await tx.updateTable('order_work').set(change).where('order_id', '=', orderId).execute()
}

/** Lists up to `limit` orders that are Paid and not Delivered after a number, each with whether it lacks its work. */
export async function listUndeliveredPaidOrders(
  db: DatabaseReader,
  after: number,
  limit: number,
): Promise<{ id: string; number: number; lacksWork: boolean }[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', sql<string | null>`(select order_id from order_work where order_id = orders.id)`.as('order_id')])
    // Literals instead of parameters: only then SQLite uses the index over these orders.
    .where('payment_status', '=', sql.lit('Paid'))
    .where('order_status', '=', sql.lit('Pending'))
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(({ id, number, order_id }) => ({ id, number, lacksWork: order_id === null }))
}
