import type { Insertable, Selectable } from 'kysely'
import type { OrderStatus, PaymentStatus } from '../../contract/order-states.ts'
import { before, type Page, type Paging } from '../../contract/paging.ts'
import type { OrdersTable, Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { customerTotals, tallied } from './books/store.ts'

export type StoredOrder = Selectable<OrdersTable>

/** Which orders; `email` whose, `search` a number or the beginning of a customer's email or name. */
export type OrderFilter = {
  email?: string
  payment_status?: PaymentStatus
  order_status?: OrderStatus
  package_name?: string
  month?: string
  search?: string
}

/** How many customers a search may mean. */
const MOST_CUSTOMERS = 100

export async function insertOrder(tx: Tx, order: Insertable<OrdersTable>): Promise<StoredOrder> {
  return tx.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow()
}

export async function findOrder(db: Reader, id: string): Promise<StoredOrder | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The one that a customer placed last. */
export async function lastOrderOf(tx: Tx, email: string): Promise<StoredOrder | undefined> {
  return ordersOf(tx, email).orderBy('customer_number', 'desc').limit(1).executeTakeFirst()
}

export async function updateOrder(
  tx: Tx,
  id: string,
  changes: Partial<Pick<OrdersTable, 'payment_status' | 'order_status' | 'under_review'>>,
): Promise<StoredOrder | undefined> {
  return tx.updateTable('orders').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function insertEvent(tx: Tx, order_id: string, kind: string, actor: string): Promise<void> {
  await tx.insertInto('order_event').values({ id: crypto.randomUUID(), order_id, at: Date.now(), kind, actor }).execute()
}

/** Oldest first. */
export async function eventsOf(db: Reader, orderId: string) {
  const all = db.selectFrom('order_event').select(['at', 'kind', 'actor']).where('order_id', '=', orderId)
  return all.orderBy('at').orderBy('id').execute()
}

/**
 * One page of orders, newest first. All of them, and all of one customer, are a range of numbers; the others follow an
 * index from its end. Totals come from the books, but for searches, which count what they found.
 */
export async function listOrders(db: Reader, filter: OrderFilter, page: Paging): Promise<Page<StoredOrder>> {
  const { email, search = '', ...counted } = filter
  if (search !== '') return searchOrders(db, filter, page)
  const isFiltered = Object.values(counted).some((value) => value !== undefined)
  if (email !== undefined) return isFiltered ? filteredOrders(db, filter, page) : ordersOfCustomer(db, email, page)
  const { count: total } = await tallied(db, counted)
  if (isFiltered) return { records: await pageOf(selected(db, filter), page), total }
  const { last_number } = await db.selectFrom('order_books').select('last_number').executeTakeFirstOrThrow()
  const last = last_number - before(page)
  const range = db
    .selectFrom('orders')
    .selectAll()
    .where('number', '<=', last)
    .where('number', '>', last - page.size)
  return { records: await range.orderBy('number', 'desc').execute(), total }
}

async function ordersOfCustomer(db: Reader, email: string, page: Paging): Promise<Page<StoredOrder>> {
  const total = (await customerTotals(db, email))?.orders ?? 0
  const last = total - before(page)
  const range = ordersOf(db, email)
    .where('customer_number', '<=', last)
    .where('customer_number', '>', last - page.size)
  return { records: await range.orderBy('customer_number', 'desc').execute(), total }
}

async function searchOrders(db: Reader, filter: OrderFilter, page: Paging): Promise<Page<StoredOrder>> {
  const { search = '', ...rest } = filter
  const number = /^#?(\d{1,15})$/.exec(search.trim())?.[1]
  if (number !== undefined) return filteredOrders(db, rest, page, (orders) => orders.where('number', '=', Number(number)))
  const emails = await customersLike(db, search.trim().toLowerCase())
  return emails.length === 0
    ? { records: [], total: 0 }
    : filteredOrders(db, rest, page, (orders) => orders.where('customer_email', 'in', emails))
}

async function filteredOrders(
  db: Reader,
  filter: OrderFilter,
  page: Paging,
  narrowed = (orders: ReturnType<typeof selected>) => orders,
): Promise<Page<StoredOrder>> {
  const found = narrowed(selected(db, filter))
  const { total } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { records: await pageOf(found, page), total: Number(total) }
}

function pageOf(orders: ReturnType<typeof selected>, page: Paging): Promise<StoredOrder[]> {
  return orders.orderBy('number', 'desc').limit(page.size).offset(before(page)).execute()
}

function selected(db: Reader, { email, ...filter }: OrderFilter) {
  let orders = db.selectFrom('orders').selectAll()
  if (email !== undefined) orders = orders.where('customer_email', '=', email)
  for (const name of ['payment_status', 'order_status', 'package_name', 'month'] as const) {
    const value = filter[name]
    if (value !== undefined) orders = orders.where(name, '=', value)
  }
  return orders
}

function ordersOf(db: Reader, email: string) {
  return db.selectFrom('orders').selectAll().where('customer_email', '=', email)
}

/** Customers whose email or name begins so; by the indexes, which a pattern would not use on either database. */
async function customersLike(db: Reader, beginning: string): Promise<string[]> {
  const end = `${beginning}\u{10ffff}`
  const rows = await db
    .selectFrom('order_customer')
    .select('email')
    .where(({ or, and, eb }) =>
      or([and([eb('email', '>=', beginning), eb('email', '<', end)]), and([eb('name', '>=', beginning), eb('name', '<', end)])]),
    )
    .limit(MOST_CUSTOMERS)
    .execute()
  return rows.map(({ email }) => email)
}
