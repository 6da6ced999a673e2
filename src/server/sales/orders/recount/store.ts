import { sql } from 'kysely'
import { type Counts, differences, type Suspect, type Suspects } from '../../../platform/db/kept-totals.ts'
import type { OrdersTable, Reader, Tables } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'
import { customerTotals, numbersIn, takeBooks, weightOf } from '../books/store.ts'

/** How many orders are read between two turns of the event loop: some ms. */
const AT_ONCE = 1_000

/** What is counted of the orders of each month. */
export const recountTallies: Suspects = async function* (db, rest) {
  const months = await db.selectFrom('order_month').selectAll().orderBy('month').execute()
  const { last_number } = await db.selectFrom('order_books').select('last_number').executeTakeFirstOrThrow()
  for (const [nth, { month, first_number }] of months.entries()) {
    const range = { from: first_number, to: months[nth + 1]?.first_number ?? Number.MAX_SAFE_INTEGER }
    let counted: Counts = {}
    for (let from = range.from; from < range.to && from <= last_number; from += AT_ONCE) {
      counted = sum(counted, await countTallies(db, { from, to: Math.min(from + AT_ONCE, range.to) }))
      await rest()
    }
    if (differences(await keptTallies(db, month), counted) !== undefined) yield correctTallies(month)
  }
}

/** What the orders of each customer come to. */
export const recountCustomers: Suspects = async function* (db, rest) {
  let orders = await ordersAfter(db)
  let counted: Counts = {}
  while (orders.length > 0) {
    const next = await ordersAfter(db, orders.at(-1))
    await rest()
    for (const [nth, order] of orders.entries()) {
      counted = sum(counted, weightOf(order))
      const email = order.customer_email
      if ((orders[nth + 1] ?? next[0])?.customer_email === email) continue
      if (differences(await keptOf(db, email), counted) !== undefined) yield correctCustomer(email)
      counted = {}
    }
    orders = next
  }
}

type Range = { from: number; to: number }

/** Counts the orders of a range. A key names the counter and its column: `["Standard","Paid","Pending",0] cents`. */
async function countTallies(db: Reader, { from, to }: Range): Promise<Counts> {
  const tallied = db
    .selectFrom('orders')
    .select(({ fn }) => [
      'package_name',
      'payment_status',
      'order_status',
      'is_test',
      fn.countAll<number>().as('count'),
      fn.sum<number>('price_cents').as('cents'),
      fn.sum<number>('received_cents').as('received_cents'),
      fn.sum<number>('returned_cents').as('refunded_cents'),
    ])
    .where('number', '>=', from)
    .where('number', '<', to)
    .groupBy(['package_name', 'payment_status', 'order_status', 'is_test'])
  return named(await tallied.execute())
}

async function keptTallies(db: Reader, month: string): Promise<Counts> {
  return named(await db.selectFrom('order_counter').selectAll().where('month', '=', month).execute())
}

type Counter = Omit<Tables['order_counter'], 'month'>

function named(counters: readonly Counter[]): Counts {
  return Object.fromEntries(
    counters.flatMap(({ package_name, payment_status, order_status, is_test, ...counts }) =>
      (['count', 'cents', 'received_cents', 'refunded_cents'] as const).map((what) => [
        `${JSON.stringify([package_name, payment_status, order_status, is_test])} ${what}`,
        Number(counts[what]),
      ]),
    ),
  )
}

function correctTallies(month: string): Suspect {
  return async (tx) => {
    await takeBooks(tx)
    // The month's range may have changed since the first count.
    const range = (await numbersIn(tx, month)) ?? { from: 0, to: 0 }
    const wrong = differences(await keptTallies(tx, month), await countTallies(tx, range))
    if (wrong === undefined) return undefined
    await rewriteTallies(tx, month, range)
    return `orders of ${month}: ${wrong}`
  }
}

/** Replaces the counters of a month by a count of its orders, which are the numbers in `range`. */
export async function rewriteTallies(tx: Tx, month: string, range: Range): Promise<void> {
  await tx.deleteFrom('order_counter').where('month', '=', month).execute()
  await sql`
    insert into order_counter
      (month, package_name, payment_status, order_status, is_test, count, cents, received_cents, refunded_cents)
    select ${month}, package_name, payment_status, order_status, is_test, count(*), sum(price_cents), sum(received_cents),
      sum(returned_cents) from orders
    where number >= ${range.from} and number < ${range.to}
    group by package_name, payment_status, order_status, is_test`.execute(tx)
}

/** Some orders with what is counted of them, from one on; those of a customer follow each other. */
function ordersAfter(db: Reader, last?: Pick<OrdersTable, 'customer_email' | 'customer_number'>) {
  const all = db
    .selectFrom('orders')
    .select(['customer_email', 'customer_number', 'payment_status', 'order_status', 'price_cents', 'is_test'])
    .orderBy('customer_email')
    .orderBy('customer_number')
    .limit(AT_ONCE)
  if (!last) return all.execute()
  const { customer_email, customer_number } = last
  return all
    .where((eb) => eb(eb.refTuple('customer_email', 'customer_number'), '>', eb.tuple(customer_email, customer_number)))
    .execute()
}

async function keptOf(db: Reader, email: string): Promise<Counts> {
  return (await customerTotals(db, email)) ?? {}
}

function correctCustomer(email: string): Suspect {
  return async (tx: Tx) => {
    await takeBooks(tx)
    const counted = await countCustomer(tx, email)
    const wrong = differences(await keptOf(tx, email), counted)
    if (wrong === undefined) return undefined
    const kept = await tx
      .updateTable('order_customer')
      .set(counted)
      .where('email', '=', email)
      .returning('email')
      .executeTakeFirst()
    if (!kept)
      await tx
        .insertInto('order_customer')
        .values({ email, name: await newestName(tx, email), ...counted })
        .execute()
    // Whose they are is no matter for a log.
    return `orders of one customer: ${wrong}`
  }
}

async function countCustomer(db: Reader, email: string) {
  const { rows } = await sql<Record<keyof ReturnType<typeof weightOf>, unknown>>`
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

async function newestName(db: Reader, email: string): Promise<string> {
  const named = db.selectFrom('orders').select('customer_name').where('customer_email', '=', email)
  return (await named.orderBy('customer_number', 'desc').limit(1).executeTakeFirst())?.customer_name.toLowerCase() ?? ''
}

function sum(one: Counts, other: Counts): Counts {
  const names = [...Object.keys(one), ...Object.keys(other)]
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}
