import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import { definePreparedStatement } from '#platform/db/prepared-statement.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { OrderEventTable, OrderTable } from './tables.ts'

export type StoredOrder = Selectable<OrderTable>

const insertRow = definePreparedStatement((db, order: StoredOrder) => db.insertInto('orders').values(order))

export async function insertOrder(tx: Tx, order: StoredOrder): Promise<void> {
  await insertRow(tx, order)
}

export async function findOrder(db: DatabaseReader, id: string): Promise<StoredOrder | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findOrderByNumber(db: DatabaseReader, number: number): Promise<StoredOrder | undefined> {
  return db.selectFrom('orders').selectAll().where('number', '=', number).executeTakeFirst()
}

/** `email` is in lower case. */
export async function listOrderIdsOfCustomer(db: DatabaseReader, email: string): Promise<string[]> {
  return (await db.selectFrom('orders').select('id').where('customer_email', '=', email).execute()).map(({ id }) => id)
}

/** Lists a customer's newest paid orders, the oldest of them first. */
export async function listPaidOrdersOfCustomer(
  db: DatabaseReader,
  email: string,
  limit: number,
): Promise<Pick<StoredOrder, 'id' | 'number'>[]> {
  const newest = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('customer_email', '=', email)
    .where('payment_status', '=', 'Paid')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return newest.toReversed()
}

/** The columns that two orders share if one is a repeat of the other. */
type OrderTerms = Pick<
  StoredOrder,
  | 'customer_email'
  | 'customer_name'
  | 'customer_address'
  | 'customer_country'
  | 'customer_company'
  | 'purchase_order'
  | 'package_id'
  | 'package_name'
  | 'package_price'
  | 'package_points'
  | 'price_cents'
  | 'payment_status'
  | 'order_status'
>

const selectDuplicate = definePreparedStatement(
  (db, { since, until, ...terms }: OrderTerms & { since: number; until: number }) => {
    const last = db.selectFrom('customer_counter').select('orders').where('email', '=', terms.customer_email)
    const same = db.selectFrom('orders').selectAll().where('customer_number', '=', last)
    return same
      .where((order) => order.and(terms))
      .where('placed_at', '>', since)
      .where('placed_at', '<=', until)
  },
)

/** Returns the customer's newest order if it has the same terms and its time is in the window. */
export async function findDuplicateOrder(
  tx: Tx,
  terms: OrderTerms,
  window: { since: number; until: number },
): Promise<StoredOrder | undefined> {
  const [order] = await selectDuplicate(tx, { ...terms, ...window })
  return order
}

export async function updateOrder(
  tx: Tx,
  id: string,
  changes: Partial<
    Pick<OrderTable, 'payment_status' | 'order_status' | 'under_review' | 'received_cents' | 'refunded_cents' | 'is_test'>
  >,
): Promise<StoredOrder | undefined> {
  return tx.updateTable('orders').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

type NewOrderEvent = Pick<StoredOrderEvent, 'order_id' | 'kind' | 'actor' | 'email_id'>

/** Returns the new id. */
export async function insertOrderEvent(tx: Tx, event: NewOrderEvent): Promise<string> {
  const id = randomUUIDv7()
  await tx
    .insertInto('order_event')
    .values({ ...event, id, at: Date.now(), undone_at: null })
    .execute()
  return id
}

/** An event of an order other than a payment. */
export type StoredOrderEvent = OrderEventTable

/** Returns the oldest event first, without the undone ones. */
export async function listOrderEvents(db: DatabaseReader, orderId: string): Promise<StoredOrderEvent[]> {
  const all = db.selectFrom('order_event').selectAll().where('order_id', '=', orderId).where('undone_at', 'is', null)
  return all.orderBy('at').orderBy('id').execute()
}

export function findOrderEventById(db: DatabaseReader, id: string): Promise<StoredOrderEvent | undefined> {
  return db.selectFrom('order_event').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function markOrderEventUndone(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('order_event').set({ undone_at: Date.now() }).where('id', '=', id).execute()
}

const bumpLastNumber = definePreparedStatement((db) =>
  db
    .updateTable('order_sequence')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .where('id', '=', 1)
    .returning(['last_number', 'last_month']),
)

/** Allots the next order number, without gaps. It updates the row that `lockOrderCounters` locks. */
export async function allotOrderNumber(tx: Tx, month: string): Promise<number> {
  const [counter] = await takeLock(tx, 'order counters', () => bumpLastNumber(tx, {}))
  if (!counter) throw new Error('The table order_sequence has no row.')
  const { last_number, last_month } = counter
  // The previous version finds the orders of a month by its first number (decision 38).
  if (month > last_month) {
    await tx.updateTable('order_sequence').set({ last_month: month }).where('id', '=', 1).execute()
    await tx.insertInto('order_month').values({ month, first_number: last_number }).execute()
  }
  return last_number
}

export async function findLastOrderNumber(db: DatabaseReader): Promise<number> {
  return (await db.selectFrom('order_sequence').select('last_number').executeTakeFirstOrThrow()).last_number
}

type NumberRange = { from: number; to: number }

/**
 * Returns the range that holds a month's order numbers, `to` excluded. After a wrong clock, it also holds orders of other
 * months. Undefined if the month has no orders.
 */
export async function findOrderNumberRangeOfMonth(db: DatabaseReader, month: string): Promise<NumberRange | undefined> {
  const numbers = db.selectFrom('orders').where('month', '=', month).select('number').limit(1)
  const newest = await numbers.orderBy('number', 'desc').executeTakeFirst()
  const oldest = await numbers.orderBy('number').executeTakeFirst()
  return newest && oldest && { from: oldest.number, to: newest.number + 1 }
}
