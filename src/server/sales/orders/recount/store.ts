import { sql } from 'kysely'
import {
  type CorrectionFunction,
  type CounterValues,
  describeCounterDifferences,
  type FindCorrectionsFunction,
} from '#platform/db/counter-differences.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'
import { computeCustomerCounterIncrements, findCustomerCounters, lockOrderCounters } from '../counters/store.ts'
import { findOrderNumberRangeOfMonth } from '../store.ts'
import type { OrderTable } from '../tables.ts'

/** How many orders to read before other requests run, which takes a few ms. */
const BATCH_SIZE = 1_000

export const findOrderCounterCorrections: FindCorrectionsFunction = async function* (db, yieldToEventLoop) {
  for (let month = await findMonthAfter(db, ''); month !== undefined; month = await findMonthAfter(db, month)) {
    const { from: first, to } = (await findOrderNumberRangeOfMonth(db, month)) ?? { from: 0, to: 0 }
    let counted: CounterValues = {}
    for (let from = first; from < to; from += BATCH_SIZE) {
      counted = addCounts(counted, await countOrders(db, month, { from, to: from + BATCH_SIZE }))
      await yieldToEventLoop()
    }
    if (describeCounterDifferences(await loadMonthCounters(db, month), counted) !== undefined) yield correctMonthCounters(month)
  }
}

export const findCustomerCounterCorrections: FindCorrectionsFunction = async function* (db, yieldToEventLoop) {
  let orders = await listOrdersAfter(db)
  let counted: CounterValues = {}
  while (orders.length > 0) {
    const next = await listOrdersAfter(db, orders.at(-1))
    await yieldToEventLoop()
    for (const [nth, order] of orders.entries()) {
      counted = addCounts(counted, computeCustomerCounterIncrements(order))
      const email = order.customer_email
      if ((orders[nth + 1] ?? next[0])?.customer_email === email) continue
      if (describeCounterDifferences(await loadCustomerCounters(db, email), counted) !== undefined)
        yield correctCustomerCounters(email)
      counted = {}
    }
    orders = next
  }
}

/** Returns the next month that has orders. */
async function findMonthAfter(db: DatabaseReader, month: string): Promise<string | undefined> {
  const next = db.selectFrom('orders').select('month').where('month', '>', month).orderBy('month').limit(1)
  return (await next.executeTakeFirst())?.month
}

/**
 * Counts the orders of a month, or only those with a number in the range. A key names the counter and its column:
 * `["Standard","Paid","Pending",0] cents`.
 */
async function countOrders(
  db: DatabaseReader,
  month: string,
  { from, to } = { from: 0, to: Number.MAX_SAFE_INTEGER },
): Promise<CounterValues> {
  const counts = db
    .selectFrom('orders')
    .select(({ fn }) => [
      'package_name',
      'payment_status',
      'order_status',
      'is_test',
      fn.countAll<number>().as('count'),
      fn.sum<number>('price_cents').as('cents'),
      fn.sum<number>('received_cents').as('received_cents'),
      fn.sum<number>('refunded_cents').as('refunded_cents'),
    ])
    .where('month', '=', month)
    .where('number', '>=', from)
    .where('number', '<', to)
    .groupBy(['package_name', 'payment_status', 'order_status', 'is_test'])
  return toCounts(await counts.execute())
}

async function loadMonthCounters(db: DatabaseReader, month: string): Promise<CounterValues> {
  return toCounts(await db.selectFrom('order_counter').selectAll().where('month', '=', month).execute())
}

type Counter = Omit<DatabaseTables['order_counter'], 'month'>

function toCounts(counters: readonly Counter[]): CounterValues {
  return Object.fromEntries(
    counters.flatMap(({ package_name, payment_status, order_status, is_test, ...counts }) =>
      (['count', 'cents', 'received_cents', 'refunded_cents'] as const).map((column) => [
        `${JSON.stringify([package_name, payment_status, order_status, is_test])} ${column}`,
        Number(counts[column]),
      ]),
    ),
  )
}

function correctMonthCounters(month: string): CorrectionFunction {
  return async (tx) => {
    await lockOrderCounters(tx)
    const mismatch = describeCounterDifferences(await loadMonthCounters(tx, month), await countOrders(tx, month))
    if (mismatch === undefined) return undefined
    await rewriteMonthCounters(tx, month)
    return `orders of ${month}: ${mismatch}`
  }
}

/** Replaces the counters of a month by a new count. */
async function rewriteMonthCounters(tx: Tx, month: string): Promise<void> {
  await tx.deleteFrom('order_counter').where('month', '=', month).execute()
  await sql`
    insert into order_counter
      (month, package_name, payment_status, order_status, is_test, count, cents, received_cents, refunded_cents)
    select month, package_name, payment_status, order_status, is_test, count(*), sum(price_cents), sum(received_cents),
      sum(refunded_cents) from orders
    where month = ${month}
    group by month, package_name, payment_status, order_status, is_test`.execute(tx)
}

/** Reads the next orders after `last`, sorted by customer. */
function listOrdersAfter(db: DatabaseReader, last?: Pick<OrderTable, 'customer_email' | 'customer_number'>) {
  const all = db
    .selectFrom('orders')
    .select(['customer_email', 'customer_number', 'payment_status', 'order_status', 'price_cents', 'is_test'])
    .orderBy('customer_email')
    .orderBy('customer_number')
    .limit(BATCH_SIZE)
  if (!last) return all.execute()
  const { customer_email, customer_number } = last
  return all
    .where((eb) => eb(eb.refTuple('customer_email', 'customer_number'), '>', eb.tuple(customer_email, customer_number)))
    .execute()
}

async function loadCustomerCounters(db: DatabaseReader, email: string): Promise<CounterValues> {
  return (await findCustomerCounters(db, email)) ?? {}
}

function correctCustomerCounters(email: string): CorrectionFunction {
  return async (tx: Tx) => {
    await lockOrderCounters(tx)
    const counted = await countCustomerOrders(tx, email)
    const mismatch = describeCounterDifferences(await loadCustomerCounters(tx, email), counted)
    if (mismatch === undefined) return undefined
    const updated = await tx
      .updateTable('customer_counter')
      .set(counted)
      .where('email', '=', email)
      .returning('email')
      .executeTakeFirst()
    if (!updated)
      await tx
        .insertInto('customer_counter')
        .values({ email, name: await findNewestCustomerName(tx, email), ...counted })
        .execute()
    // Without the email, because logs hold no personal data.
    return `orders of one customer: ${mismatch}`
  }
}

async function countCustomerOrders(db: DatabaseReader, email: string) {
  const { rows } = await sql<Record<keyof ReturnType<typeof computeCustomerCounterIncrements>, unknown>>`
    select count(*) as orders, count(case when payment_status = 'UnPaid' then 1 end) as to_pay,
      count(case when payment_status = 'Paid' then 1 end) as paid,
      coalesce(sum(case when payment_status = 'Paid' then price_cents end), 0) as paid_cents,
      count(case when order_status = 'Delivered' then 1 end) as delivered,
      count(case when payment_status = 'Paid' and is_test = 1 then 1 end) as test_paid,
      coalesce(sum(case when payment_status = 'Paid' and is_test = 1 then price_cents end), 0) as test_paid_cents
    from orders where customer_email = ${email}`.execute(db)
  const { orders, to_pay, paid, paid_cents, delivered, test_paid, test_paid_cents } = rows[0] ?? {}
  return {
    orders: Number(orders),
    to_pay: Number(to_pay),
    paid: Number(paid),
    paid_cents: Number(paid_cents),
    delivered: Number(delivered),
    test_paid: Number(test_paid),
    test_paid_cents: Number(test_paid_cents),
  }
}

async function findNewestCustomerName(db: DatabaseReader, email: string): Promise<string> {
  const orderNames = db.selectFrom('orders').select('customer_name').where('customer_email', '=', email)
  return (await orderNames.orderBy('customer_number', 'desc').limit(1).executeTakeFirst())?.customer_name.toLowerCase() ?? ''
}

function addCounts(one: CounterValues, other: CounterValues): CounterValues {
  const names = [...Object.keys(one), ...Object.keys(other)]
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}
