import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { OrderAccessTable } from './tables.ts'

export async function insertAccessList(tx: Tx, rows: readonly OrderAccessTable[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('order_access').values(rows).execute()
}

export function findAccess(db: DatabaseReader, id: string): Promise<OrderAccessTable | undefined> {
  return db.selectFrom('order_access').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listAccess(db: DatabaseReader, orderId: string): Promise<OrderAccessTable[]> {
  return db.selectFrom('order_access').selectAll().where('order_id', '=', orderId).orderBy('position').execute()
}

/** Lists what the team hasn't confirmed, by order. */
export async function listMissingAccess(
  db: DatabaseReader,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<OrderAccessTable, 'name' | 'state'>[]>> {
  if (orderIds.length === 0) return new Map()
  const missing = db.selectFrom('order_access').select(['order_id', 'name', 'state']).where('order_id', 'in', orderIds)
  const rows = await missing.where('state', '!=', 'confirmed').orderBy('order_id').orderBy('position').execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** Saves a change. Returns false if another change came first. */
export async function saveAccessChange(
  tx: Tx,
  before: OrderAccessTable,
  change: Pick<OrderAccessTable, 'state' | 'history'>,
): Promise<boolean> {
  const update = tx.updateTable('order_access').set(change).where('id', '=', before.id).where('history', '=', before.history)
  return (await update.returning('id').executeTakeFirst()) !== undefined
}
