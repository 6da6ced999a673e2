import type { OrderStatus, PaymentStatus } from '../../../../contract/sales/order-enums.ts'
import type { Tx } from '../../../platform/db/database-writer.ts'
import { definePreparedStatement } from '../../../platform/db/prepared-statement.ts'
import type { CustomerCounterTable, DatabaseReader, DatabaseTables } from '../../../platform/db/tables.ts'

export type CustomerCounters = Omit<CustomerCounterTable, 'email' | 'name'>

const CUSTOMER_COUNTERS = [
  'orders',
  'to_pay',
  'paid',
  'paid_cents',
  'delivered',
  'test_paid',
  'test_paid_cents',
] as const satisfies (keyof CustomerCounters)[]

/** What of an order is counted. */
export type CountedOrder = {
  customer_email: string
  month: string
  package_name: string
  price_cents: number
  received_cents: number
  returned_cents: number
  is_test: number
  payment_status: PaymentStatus
  order_status: OrderStatus
}

/**
 * Takes the books. Every write to orders does so first and holds them until its transaction ends: so all take turns,
 * and none waits for another that waits for it.
 */
export async function lockOrderCounters(tx: Tx): Promise<void> {
  await tx
    .updateTable('order_sequence')
    .set((eb) => ({ last_number: eb.ref('last_number') }))
    .where('id', '=', 1)
    .execute()
}

const bumpLastNumber = definePreparedStatement((db) =>
  db
    .updateTable('order_sequence')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .where('id', '=', 1)
    .returning(['last_number', 'last_month']),
)

/**
 * Takes the books and allots the next number, none of which is ever left out. `month` of the clock, such as `2026-01`;
 * a clock that is set back opens no month a second time.
 */
export async function allotOrderNumber(tx: Tx, month: string): Promise<{ number: number; month: string }> {
  const [counter] = await bumpLastNumber(tx, {})
  if (!counter) throw new Error('The books of the orders have no row.')
  const { last_number, last_month } = counter
  if (month <= last_month) return { number: last_number, month: last_month }
  await tx.updateTable('order_sequence').set({ last_month: month }).where('id', '=', 1).execute()
  await tx.insertInto('order_month').values({ month, first_number: last_number }).execute()
  return { number: last_number, month }
}

/** Counts a new order; answers which of its customer's it is. */
export async function countNewOrder(tx: Tx, order: CountedOrder & { customer_name: string }): Promise<number> {
  await addToCounters(tx, order, 1)
  const [customer] = await upsertCustomerCounters(tx, { email: order.customer_email, name: order.customer_name.toLowerCase() })
  return customer?.orders ?? 1
}

const upsertCustomerCounters = definePreparedStatement((db, { email, name }: { email: string; name: string }) =>
  db
    .insertInto('customer_counter')
    .values({ email, name, orders: 1, to_pay: 1, paid: 0, paid_cents: 0, delivered: 0, test_paid: 0, test_paid_cents: 0 })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        orders: eb('customer_counter.orders', '+', 1),
        to_pay: eb('customer_counter.to_pay', '+', 1),
      })),
    )
    .returning('orders'),
)

/** Moves an order from where it was counted to where it is counted now. */
export async function countOrderChange(tx: Tx, before: CountedOrder, after: CountedOrder): Promise<void> {
  await addToCounters(tx, before, -1)
  await addToCounters(tx, after, 1)
  const [was, is] = [toCustomerCounts(before), toCustomerCounts(after)]
  await tx
    .updateTable('customer_counter')
    .set((eb) => ({
      to_pay: eb('to_pay', '+', is.to_pay - was.to_pay),
      paid: eb('paid', '+', is.paid - was.paid),
      paid_cents: eb('paid_cents', '+', is.paid_cents - was.paid_cents),
      delivered: eb('delivered', '+', is.delivered - was.delivered),
      test_paid: eb('test_paid', '+', is.test_paid - was.test_paid),
      test_paid_cents: eb('test_paid_cents', '+', is.test_paid_cents - was.test_paid_cents),
    }))
    .where('email', '=', after.customer_email)
    .execute()
}

export async function findCustomerCounters(db: DatabaseReader, email: string): Promise<CustomerCounters | undefined> {
  return db.selectFrom('customer_counter').select(CUSTOMER_COUNTERS).where('email', '=', email).executeTakeFirst()
}

/** Of some customers together. */
export async function sumCustomerCounters(db: DatabaseReader, emails: readonly string[]): Promise<CustomerCounters> {
  const sums = db
    .selectFrom('customer_counter')
    .select(({ fn }) => CUSTOMER_COUNTERS.map((total) => fn.sum<number | null>(total).as(total)))
    .where('email', 'in', emails)
  const sumRow = await sums.executeTakeFirstOrThrow()
  return Object.fromEntries(CUSTOMER_COUNTERS.map((total) => [total, Number(sumRow[total] ?? 0)])) as CustomerCounters
}

/**
 * Customers whose email or name begins so, by the indexes, which a pattern would not use on either database. `email`: this
 * one alone, if it does.
 */
export async function findCustomersByPrefix(
  db: DatabaseReader,
  prefix: string,
  { email, limit }: { email: string | undefined; limit: number },
): Promise<string[]> {
  const end = `${prefix}\u{10ffff}`
  const query = db
    .selectFrom('customer_counter')
    .select('email')
    .where(({ or, and, eb }) =>
      or([and([eb('email', '>=', prefix), eb('email', '<', end)]), and([eb('name', '>=', prefix), eb('name', '<', end)])]),
    )
  const matches = email === undefined ? query : query.where('email', '=', email)
  return (await matches.limit(limit).execute()).map((customer) => customer.email)
}

export type CounterFilter = {
  month?: string
  package_name?: string
  payment_status?: PaymentStatus
  order_status?: OrderStatus
  /** 1: only orders paid with test money. 0: only the others. */
  is_test?: number
}

/** The number of orders, and in cents their prices, what arrived for them and what went back. */
export type CounterTotals = { count: number; cents: number; received: number; refunded: number }

/** Of all orders or of some; a few rows a month, whatever is sold. */
export async function sumCounters(db: DatabaseReader, filter: CounterFilter): Promise<CounterTotals> {
  return toCounterTotals(await selectCounterTotals(db, filter).executeTakeFirstOrThrow())
}

/** Returns the paid orders of each month since `from` that has any: those of live money, or those of test money. */
export async function sumPaidByMonth(db: DatabaseReader, from: string, is_test: number): Promise<Map<string, CounterTotals>> {
  const rows = await selectCounterTotals(db, { payment_status: 'Paid', is_test })
    .select('month')
    .where('month', '>=', from)
    .groupBy('month')
    .execute()
  return new Map(rows.map(({ month, ...sums }) => [month, toCounterTotals(sums)]))
}

/** Those whose name is written so, in small letters or large ones, as it is written on orders. */
export async function findPackageName(db: DatabaseReader, name: string): Promise<string | undefined> {
  const rows = await db.selectFrom('order_counter').select('package_name').distinct().execute()
  return rows.find(({ package_name }) => package_name.toLowerCase() === name.toLowerCase())?.package_name
}

/** The numbers of a month's orders: from the first on, up to the first of the next; undefined where there are none. */
export async function findMonthNumbers(db: DatabaseReader, month: string): Promise<{ from: number; to: number } | undefined> {
  const months = db.selectFrom('order_month').select(['month', 'first_number']).where('month', '>=', month)
  const [first, next] = await months.orderBy('month').limit(2).execute()
  return first?.month === month ? { from: first.first_number, to: next?.first_number ?? Number.MAX_SAFE_INTEGER } : undefined
}

/** How many orders a filter means in each month, the newest month first; a month by the first number after it. */
export async function countOrdersByMonth(db: DatabaseReader, filter: CounterFilter): Promise<{ below: number; count: number }[]> {
  const months = await db.selectFrom('order_month').selectAll().orderBy('month', 'desc').execute()
  const counts = new Map(
    (await selectCounterTotals(db, filter).select('month').groupBy('month').execute()).map((row) => [row.month, row.count]),
  )
  return months.map(({ month }, nth) => ({
    below: months[nth - 1]?.first_number ?? Number.MAX_SAFE_INTEGER,
    count: Number(counts.get(month) ?? 0),
  }))
}

function selectCounterTotals(db: DatabaseReader, filter: CounterFilter) {
  let rows = db
    .selectFrom('order_counter')
    .select(({ fn }) => [
      fn.sum<number | null>('count').as('count'),
      fn.sum<number | null>('cents').as('cents'),
      fn.sum<number | null>('received_cents').as('received'),
      fn.sum<number | null>('refunded_cents').as('refunded'),
    ])
  for (const name of ['month', 'package_name', 'payment_status', 'order_status', 'is_test'] as const) {
    const value = filter[name]
    if (value !== undefined) rows = rows.where(name, '=', value)
  }
  return rows
}

function toCounterTotals({ count, cents, received, refunded }: Record<keyof CounterTotals, number | null>): CounterTotals {
  return {
    count: Number(count ?? 0),
    cents: Number(cents ?? 0),
    received: Number(received ?? 0),
    refunded: Number(refunded ?? 0),
  }
}

async function addToCounters(
  tx: Tx,
  { month, package_name, payment_status, order_status, is_test, ...order }: CountedOrder,
  sign: 1 | -1,
): Promise<void> {
  const sums = {
    count: sign,
    cents: sign * order.price_cents,
    received_cents: sign * order.received_cents,
    refunded_cents: sign * order.returned_cents,
  }
  await upsertCounter(tx, { month, package_name, payment_status, order_status, is_test, ...sums })
}

const upsertCounter = definePreparedStatement((db, counterRow: DatabaseTables['order_counter']) =>
  db
    .insertInto('order_counter')
    .values(counterRow)
    .onConflict((conflict) =>
      conflict.columns(['month', 'package_name', 'payment_status', 'order_status', 'is_test']).doUpdateSet((eb) => ({
        count: eb('order_counter.count', '+', eb.ref('excluded.count')),
        cents: eb('order_counter.cents', '+', eb.ref('excluded.cents')),
        received_cents: eb('order_counter.received_cents', '+', eb.ref('excluded.received_cents')),
        refunded_cents: eb('order_counter.refunded_cents', '+', eb.ref('excluded.refunded_cents')),
      })),
    ),
)

/** What an order adds to the totals of its customer. */
export function toCustomerCounts({
  payment_status,
  order_status,
  price_cents,
  is_test,
}: Pick<CountedOrder, 'payment_status' | 'order_status' | 'price_cents' | 'is_test'>) {
  const isPaid = payment_status === 'Paid'
  const isTestPaid = isPaid && is_test === 1
  return {
    orders: 1,
    to_pay: Number(payment_status === 'UnPaid'),
    paid: Number(isPaid),
    paid_cents: isPaid ? price_cents : 0,
    delivered: Number(order_status === 'Delivered'),
    test_paid: Number(isTestPaid),
    test_paid_cents: isTestPaid ? price_cents : 0,
  }
}
