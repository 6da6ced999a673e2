import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import { statement } from '../../platform/db/statement.ts'
import type { OrdersTable, Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'

export type StoredOrder = Selectable<OrdersTable>

const insertRow = statement((db, order: StoredOrder) => db.insertInto('orders').values(order))

export async function insertOrder(tx: Tx, order: StoredOrder): Promise<void> {
  await insertRow(tx, order)
}

export async function findOrder(db: Reader, id: string): Promise<StoredOrder | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findByNumber(db: Reader, number: number): Promise<StoredOrder | undefined> {
  return db.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirst()
}

/** What makes two orders the same one, but for when they were placed. */
export type Wanted = Pick<
  StoredOrder,
  | 'customer_email'
  | 'customer_name'
  | 'customer_address'
  | 'customer_country'
  | 'package_id'
  | 'package_name'
  | 'package_price'
  | 'package_points'
  | 'price_cents'
  | 'payment_status'
  | 'order_status'
>

const lastIfSame = statement((db, { since, until, ...wanted }: Wanted & { since: number; until: number }) => {
  const last = db.selectFrom('order_customer').select('orders').where('email', '=', wanted.customer_email)
  const same = db.selectFrom('orders').selectAll().where('customer_number', '=', last)
  return same
    .where((order) => order.and(wanted))
    .where('placed_at', '>', since)
    .where('placed_at', '<=', until)
})

/** The one that a customer placed last, if it is this very one and was placed within a time. */
export async function lastOrderLike(
  tx: Tx,
  wanted: Wanted,
  time: { since: number; until: number },
): Promise<StoredOrder | undefined> {
  const [order] = await lastIfSame(tx, { ...wanted, ...time })
  return order
}

export async function updateOrder(
  tx: Tx,
  id: string,
  changes: Partial<
    Pick<OrdersTable, 'payment_status' | 'order_status' | 'under_review' | 'received_cents' | 'returned_cents' | 'is_test'>
  >,
): Promise<StoredOrder | undefined> {
  return tx.updateTable('orders').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function insertEvent(tx: Tx, order_id: string, kind: StoredEvent['kind'], actor: string): Promise<void> {
  await tx.insertInto('order_event').values({ id: randomUUIDv7(), order_id, at: Date.now(), kind, actor }).execute()
}

/** What happened to an order besides payments. */
export type StoredEvent = { at: number; kind: 'delivered' | 'reopened'; actor: string }

/** Oldest first. */
export async function eventsOf(db: Reader, orderId: string): Promise<StoredEvent[]> {
  const all = db.selectFrom('order_event').select(['at', 'kind', 'actor']).where('order_id', '=', orderId)
  return all.orderBy('at').orderBy('id').execute()
}
