import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { OrderWorkTable } from './tables.ts'

export function findOrderWork(db: DatabaseReader, orderId: string): Promise<OrderWorkTable | undefined> {
  return db.selectFrom('order_work').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** Locks the work of an order, so that one step after another is taken. Lock it before its deliverables. */
export function lockOrderWork(tx: Tx, orderId: string): Promise<OrderWorkTable | undefined> {
  const lock = tx.updateTable('order_work').set({ order_id: orderId }).where('order_id', '=', orderId)
  return lock.returningAll().executeTakeFirst()
}

/** Runs at the first payment of an order. */
export async function insertOrderWork(tx: Tx, orderId: string, isActive: boolean): Promise<void> {
  const row = { order_id: orderId, opened_at: Date.now(), is_active: Number(isActive), starts_on: null }
  await tx.insertInto('order_work').values(row).execute()
}

type OrderWorkChange = Partial<Pick<OrderWorkTable, 'is_active' | 'starts_on'>>

export async function updateOrderWork(tx: Tx, orderId: string, change: OrderWorkChange): Promise<void> {
  await tx.updateTable('order_work').set(change).where('order_id', '=', orderId).execute()
}
