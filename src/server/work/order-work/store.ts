import type { Tx } from '../../platform/db/database-writer.ts'

/** Returns false if the order has no work. */
export async function updateActivity(tx: Tx, orderId: string, isActive: boolean): Promise<boolean> {
  const row = await tx
    .updateTable('order_work')
    .set({ is_active: Number(isActive) })
    .where('order_id', '=', orderId)
    .returning('order_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertOrderWork(tx: Tx, orderId: string, isActive: boolean): Promise<void> {
  const row = { order_id: orderId, opened_at: Date.now(), is_active: Number(isActive), starts_on: null }
  await tx.insertInto('order_work').values(row).execute()
}
