import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { OrderStatus, PaymentStatus } from '../../contract/order-states.ts'
import { before, type Page, type Paging } from '../../contract/paging.ts'
import { pageStart } from '../db/list-parts.ts'
import { statement } from '../db/statement.ts'
import type { OrdersTable, Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { countsOfMonths, customerTotals, numbersIn, packageNamed, tallied } from './books/store.ts'

export type StoredOrder = Selectable<OrdersTable>

/** Which orders; `email` whose, `search` a number, the name of a package, or the beginning of a customer's email or name. */
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
  changes: Partial<Pick<OrdersTable, 'payment_status' | 'order_status' | 'under_review' | 'returned_cents'>>,
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

/**
 * One page of orders, newest first. All of them, and all of one customer, are a range of numbers; the others follow an
 * index from its end. Totals come from the books, but for what a customer or a search narrows down, which is counted.
 */
export async function listOrders(db: Reader, filter: OrderFilter, page: Paging): Promise<Page<StoredOrder>> {
  const { email, search = '', ...counted } = filter
  const isNarrowed = search !== '' || Object.values(counted).some((value) => value !== undefined)
  if (email !== undefined && !isNarrowed) return ordersOfCustomer(db, email, page)
  if (!isNarrowed) return allOrders(db, page)
  const found = await matching(db, filter)
  if (!found) return { records: [], total: 0 }
  const { orders, isCounted, onlyOf } = found
  if (onlyOf !== undefined) return ordersOfCustomer(db, onlyOf, page)
  const { part, skipped } = isCounted ? await pageStart(page, () => countsOfMonths(db, found.filter)) : { skipped: before(page) }
  const from = part === undefined ? orders : orders.where('number', '<', part)
  const records = from.orderBy('number', 'desc').limit(page.size).offset(skipped)
  return { records: await records.execute(), total: isCounted ? (await tallied(db, found.filter)).count : await countOf(orders) }
}

/** The newest orders of a list below a number, so many of them. */
export async function ordersBelow(db: Reader, filter: OrderFilter, number: number, most: number): Promise<StoredOrder[]> {
  const orders = (await matching(db, filter))?.orders.where('number', '<', number)
  return orders ? orders.orderBy('number', 'desc').limit(most).execute() : []
}

async function allOrders(db: Reader, page: Paging): Promise<Page<StoredOrder>> {
  const { count: total } = await tallied(db, {})
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

/**
 * The orders that a filter means, and whether the books know how many they are; undefined where there can be none.
 * `onlyOf`: they are all of one customer.
 */
async function matching(db: Reader, { search = '', ...filter }: OrderFilter) {
  const sought = search.trim()
  const number = /^#?(\d{1,15})$/.exec(sought)?.[1]
  const package_name = sought === '' || number ? undefined : await packageNamed(db, sought)
  const named = { ...filter, ...(package_name !== undefined && { package_name }) }
  const isCounted = filter.email === undefined && (sought === '' || package_name !== undefined)
  const months = filter.month === undefined ? undefined : await numbersIn(db, filter.month)
  if (filter.month !== undefined && !months) return undefined
  let orders = selected(db, named)
  if (months) orders = orders.where('number', '>=', months.from).where('number', '<', months.to)
  if (number !== undefined) orders = orders.where('number', '=', Number(number))
  else if (sought !== '' && package_name === undefined) {
    const emails = await customersLike(db, sought.toLowerCase())
    if (emails.length === 0) return undefined
    orders = orders.where('customer_email', 'in', emails)
    const isAll = Object.values(filter).every((value) => value === undefined)
    return { orders, filter: named, isCounted, ...(isAll && emails.length === 1 && { onlyOf: emails[0] }) }
  }
  return { orders, filter: named, isCounted }
}

async function countOf(orders: ReturnType<typeof selected>): Promise<number> {
  const counted = orders.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'))
  return Number((await counted.executeTakeFirstOrThrow()).total)
}

function selected(db: Reader, { email, ...filter }: Omit<OrderFilter, 'search' | 'month'>) {
  let orders = db.selectFrom('orders').selectAll()
  if (email !== undefined) orders = orders.where('customer_email', '=', email)
  for (const name of ['payment_status', 'order_status', 'package_name'] as const) {
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
