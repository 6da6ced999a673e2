import { DatabaseSync } from 'node:sqlite'
import type { Server } from './support/processes.ts'
import { scratchFolder, signIn, startProduct } from './support/product.ts'
import { median, type Ratio, ratioOf } from './support/rounds.ts'
import { type Row, ratioRow } from './support/table.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const ROUNDS = 7
/** Requests of each list and size in one round, one after the other. */
const REQUESTS = 40
const OWNER = 'owner@example.com'

/** What the pages of customers and admins ask for. Half of all orders are the owner's own, so that a customer has as many pages. */
const LISTS: Record<string, (orders: number) => string> = {
  'admin: the newest 10': () => '/orders?page=1&size=10',
  'admin: 10 from the middle': (orders) => `/orders?page=${Math.floor(orders / 20)}&size=10`,
  'admin: the newest 10 paid ones': () => '/orders?page=1&size=10&paymentStatus=Paid',
  'admin: one by its number': (orders) => `/orders?page=1&size=10&search=${1000 + Math.floor(orders / 2)}`,
  'admin: one customer’s, by the beginning of the address': () => '/orders?page=1&size=10&search=customer7%40',
  'admin: 10 of a month long ago': () => '/orders?page=1&size=10&month=2025-01',
  'admin: all sales': () => '/sales-totals',
  'customer: the newest 5': () => '/orders?page=1&size=5&own=1',
  'customer: 5 from the middle': (orders) => `/orders?page=${Math.floor(orders / 20)}&size=5&own=1`,
  'customer: what was spent': () => '/order-totals',
}

/** The same lists of databases of different sizes: time must not grow with what was ever sold. */
export async function orderLists() {
  const shops: { orders: number; server: Server; cookie: string; remove: () => void }[] = []
  for (const orders of SIZES) {
    const folder = scratchFolder()
    await (await startProduct(folder.path)).stop()
    fill(`${folder.path}/rankstead.db`, orders)
    const server = await startProduct(folder.path)
    shops.push({ orders, server, cookie: await signIn(server), remove: folder.remove })
  }
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, pathOf] of Object.entries(LISTS)) {
      for (const { orders, server, cookie } of shops) {
        const key = `${name} ${orders}`
        times.set(key, [...(times.get(key) ?? []), await typicalTime(server, pathOf(orders), cookie)])
      }
    }
  }
  for (const { server, remove } of shops) {
    await server.stop()
    remove()
  }
  const ratio = (name: string, large: number, small: number): Ratio =>
    ratioOf(
      (times.get(`${name} ${large}`) ?? []).map((time, round) => time / (times.get(`${name} ${small}`)?.[round] ?? Number.NaN)),
    )
  const rows = Object.keys(LISTS).flatMap((name): Row[] => {
    const note = SIZES.map((orders) => (median(times.get(`${name} ${orders}`) ?? []) * 1000).toFixed(0)).join(', ')
    return [
      ratioRow(`${name}: 1,000,000 against 100,000`, ratio(name, 1_000_000, 100_000), { most: 1.2 }, `${note} µs`),
      ratioRow(`${name}: 1,000,000 against 1,000`, ratio(name, 1_000_000, 1_000), { most: 1.5 }),
    ]
  })
  return { title: 'order lists with their totals, of 1,000, 100,000 and 1,000,000 orders, one request at a time', rows }
}

/** In ms: the median of some requests. */
async function typicalTime({ port }: Server, path: string, cookie: string): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < REQUESTS; nth++) {
    const began = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { cookie } })
    await response.arrayBuffer()
    times.push(performance.now() - began)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  }
  return median(times)
}

/** Orders over 24 months as the product would have written them: every second one the owner's, every third one paid. */
function fill(path: string, orders: number): void {
  const database = new DatabaseSync(path)
  database.exec('begin')
  database.exec(`
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${orders}),
    made as (select n, (n - 1) * 24 / ${orders} as at, case when n % 2 = 0 then '${OWNER}' else 'customer' || (n % 1000) || '@example.com' end as email from counted)
    insert into orders (id, number, customer_email, customer_number, customer_name, customer_address, customer_country, package_id,
      package_name, package_price, package_points, price_cents, payment_status, order_status, under_review, returned_cents, month, placed_at)
    select 'order-' || n, 1000 + n, email, row_number() over (partition by email order by n), 'Dana Sample', '100 Example Street',
      'United States', 'package', 'Standard', '999', '["One","Two","Three"]', 99900, case when n % 3 = 0 then 'Paid' else 'UnPaid' end,
      'Pending', 0, 0, (2025 + at / 12) || '-' || substr('0' || (at % 12 + 1), -2), 1735689600000 + n from made;
    insert into order_month select month, min(number) from orders group by month;
    insert into order_tally (month, package_name, payment_status, order_status, count, cents, returned_cents)
      select month, package_name, payment_status, order_status, count(*), sum(price_cents), 0 from orders group by 1, 2, 3, 4;
    insert into order_customer (email, name, orders, to_pay, paid, paid_cents, delivered)
      select customer_email, 'dana sample', count(*), sum(payment_status = 'UnPaid'), sum(payment_status = 'Paid'),
        sum(case when payment_status = 'Paid' then price_cents else 0 end), 0 from orders group by 1;
    update order_books set last_number = 1000 + ${orders}, last_month = (select max(month) from orders);
    commit; analyze;`)
  database.close()
}
