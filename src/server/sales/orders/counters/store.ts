import { sql } from 'kysely'
import type { OrderStatus, PaymentStatus } from '#contract/sales/order-statuses.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { hasTakenLock, takeLock } from '#platform/db/lock-order.ts'
import { definePreparedStatement } from '#platform/db/prepared-statement.ts'
import type { DatabaseReader, DatabaseTables, EmailChange } from '#platform/db/tables.ts'
import type { CustomerCounterTable } from '../tables.ts'

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

/** The columns of an order that the counters depend on. */
type CountedOrder = {
  customer_email: string
  month: string
  package_name: string
  price_cents: number
  received_cents: number
  refunded_cents: number
  is_test: number
  payment_status: PaymentStatus
  order_status: OrderStatus
}

/** Locks the counters of all orders until the transaction ends. Every write to orders or their payments takes this lock. */
export async function lockOrderCounters(tx: Tx): Promise<void> {
  if (hasTakenLock(tx, 'order counters')) return
  const row = tx.updateTable('order_sequence').where('id', '=', 1)
  await takeLock(tx, 'order counters', () => row.set((eb) => ({ last_number: eb.ref('last_number') })).execute())
}

/** Counts a new order. Returns its position among the customer's orders, from 1. */
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

/** Moves an order from its old counters to its new ones. */
export async function countOrderChange(tx: Tx, before: CountedOrder, after: CountedOrder): Promise<void> {
  await addToCounters(tx, before, -1)
  await addToCounters(tx, after, 1)
  const [oldCounts, newCounts] = [computeCustomerCounterIncrements(before), computeCustomerCounterIncrements(after)]
  const computeChange = (column: keyof typeof newCounts) => newCounts[column] - oldCounts[column]
  await tx
    .updateTable('customer_counter')
    .set((eb) => ({
      to_pay: eb('to_pay', '+', computeChange('to_pay')),
      paid: eb('paid', '+', computeChange('paid')),
      paid_cents: eb('paid_cents', '+', computeChange('paid_cents')),
      delivered: eb('delivered', '+', computeChange('delivered')),
      test_paid: eb('test_paid', '+', computeChange('test_paid')),
      test_paid_cents: eb('test_paid_cents', '+', computeChange('test_paid_cents')),
    }))
    .where('email', '=', after.customer_email)
    .execute()
}

/** Moves a customer's orders and their counters to another email. Its own orders, if it has any, come first. */
export async function moveCustomerOrders(tx: Tx, { from, to }: EmailChange): Promise<void> {
  await lockOrderCounters(tx)
  const moved = tx.deleteFrom('customer_counter').where('email', '=', from).returningAll()
  const counters = await moved.executeTakeFirst()
  if (!counters) return
  const first = (await findCustomerCounters(tx, to))?.orders ?? 0
  const orders = tx.updateTable('orders').where('customer_email', '=', from)
  await orders.set((eb) => ({ customer_email: to, customer_number: eb('customer_number', '+', first) })).execute()
  const insertion = tx.insertInto('customer_counter').values({ ...counters, email: to })
  await insertion
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        name: counters.name,
        ...Object.fromEntries(CUSTOMER_COUNTERS.map((name) => [name, eb(`customer_counter.${name}`, '+', counters[name])])),
      })),
    )
    .execute()
}

export async function findCustomerCounters(db: DatabaseReader, email: string): Promise<CustomerCounters | undefined> {
  return db.selectFrom('customer_counter').select(CUSTOMER_COUNTERS).where('email', '=', email).executeTakeFirst()
}

export async function sumCountersOfCustomers(db: DatabaseReader, emails: readonly string[]): Promise<CustomerCounters> {
  const sums = db
    .selectFrom('customer_counter')
    .select(({ fn }) => CUSTOMER_COUNTERS.map((total) => fn.sum<number | null>(total).as(total)))
    .where('email', 'in', emails)
  const sumRow = await sums.executeTakeFirstOrThrow()
  return Object.fromEntries(CUSTOMER_COUNTERS.map((total) => [total, Number(sumRow[total] ?? 0)])) as CustomerCounters
}

export type OrderCounterFilter = {
  month?: string | undefined
  package_name?: string
  payment_status?: PaymentStatus
  order_status?: OrderStatus
  /** 1: only orders paid with test money. 0: all other orders. */
  is_test?: number
}

/** The number of orders, and the sums of their prices, receipts and refunds in cents. */
type CounterTotals = { count: number; cents: number; received: number; refunded: number }

/** Sums up the counters: a few rows a month, however many orders there are. */
export async function sumOrderCounters(db: DatabaseReader, filter: OrderCounterFilter): Promise<CounterTotals> {
  return toCounterTotals(await selectCounterTotals(db, filter).executeTakeFirstOrThrow())
}

/** Returns the totals of paid orders for each month since `from` that has any, with either live or test money. */
export async function sumPaidOrdersByMonth(
  db: DatabaseReader,
  from: string,
  is_test: number,
): Promise<Map<string, CounterTotals>> {
  const rows = await selectCounterTotals(db, { payment_status: 'Paid', is_test })
    .select('month')
    .where('month', '>=', from)
    .groupBy('month')
    .execute()
  return new Map(rows.map(({ month, ...sums }) => [month, toCounterTotals(sums)]))
}

/**
 * Counts the matching orders of each month, newest first. `below` is the first order number after the month. Months whose
 * numbers overlap, as after a wrong clock, are counted together.
 */
export async function countOrdersByMonth(
  db: DatabaseReader,
  filter: OrderCounterFilter,
): Promise<{ below: number; count: number }[]> {
  const rows = await selectCounterTotals(db, filter).select('month').groupBy('month').execute()
  const counts = new Map(rows.map(({ month, count }) => [month, Number(count)]))
  const groups: { from: number; below: number; count: number }[] = []
  for (const { month, first, last } of await listMonthsByLastNumber(db)) {
    const [count, group] = [counts.get(month) ?? 0, groups.at(-1)]
    if (!group || last < group.from) {
      groups.push({ from: first, below: last + 1, count })
      continue
    }
    group.from = Math.min(group.from, first)
    group.count += count
  }
  return groups
}

/** Returns the first and last order number of each month, the highest last number first. */
async function listMonthsByLastNumber(db: DatabaseReader): Promise<{ month: string; first: number; last: number }[]> {
  const { rows } = await sql<{ month: string; first: number | null; last: number | null }>`
    select month, (select min(number) from orders where orders.month = counted.month) as "first",
      (select max(number) from orders where orders.month = counted.month) as "last"
    from (select distinct month from order_counter) as counted`.execute(db)
  const months = rows.flatMap(({ month, first, last }) => (first === null || last === null ? [] : [{ month, first, last }]))
  return months.toSorted((a, b) => b.last - a.last)
}

function selectCounterTotals(db: DatabaseReader, filter: OrderCounterFilter) {
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
    refunded_cents: sign * order.refunded_cents,
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

/** Returns what an order adds to its customer's counters. */
export function computeCustomerCounterIncrements({
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
