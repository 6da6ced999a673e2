import { before, type Page, type Paging } from '../../../../contract/grammar/paging.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import type { OrderStatus, PaymentStatus } from '../../../../contract/sales/order-states.ts'
import type { Reader } from '../../../platform/db/tables.ts'
import {
  type CustomerTotals,
  countsOfMonths,
  customersLike,
  customerTotals,
  numbersIn,
  packageNamed,
  type TallyFilter,
  tallied,
  totalsOfCustomers,
} from '../books/store.ts'
import type { StoredOrder } from '../store.ts'

/** Which orders; `email` whose, `search` a number, the name of a package, or the beginning of a customer's email or name. */
export type OrderFilter = {
  email?: string
  payment_status?: PaymentStatus
  order_status?: OrderStatus
  month?: string
  search?: string
}

/** How many customers a search may mean: each of them is looked at. */
const MOST_CUSTOMERS = 100
/** How many orders a page may skip on an index: some tenths of a millisecond. */
const NEAR = 1_000
const TOO_MANY = `The names or email addresses of more than ${MOST_CUSTOMERS} customers begin like that. Please type more of one.`

/**
 * One page of orders, newest first. All of them, and all of one customer, are a range of numbers; the others follow an
 * index from its end. Totals come from the books, but for what of some customers they do not hold, which is counted.
 * Throws a 400 where a search means more customers than can be looked at.
 */
export async function listOrders(db: Reader, filter: OrderFilter, page: Paging): Promise<Page<StoredOrder>> {
  const wanted = await wantedBy(db, filter)
  if (!wanted) return { records: [], total: 0 }
  const { kinds, numbers, customers, tally } = wanted
  const isNarrowed = numbers !== undefined || Object.keys(kinds).length > 0
  if (customers?.length === 1 && !isNarrowed) return ordersOfCustomer(db, customers[0] ?? '', page)
  if (!customers && !isNarrowed) return allOrders(db, page)
  if (tally) {
    const { below, skipped } = await pageStart(db, tally, before(page))
    const records = await newest(db, upTo(below, wanted), { skipped, most: page.size })
    return { records, total: (await tallied(db, tally)).count }
  }
  const records = await newest(db, wanted, { skipped: before(page), most: page.size })
  return { records, total: await countOf(db, wanted) }
}

/** Reads the newest orders of a list below a number, so many of them, time and again. Throws as `listOrders` does. */
export async function ordersBelow(
  db: Reader,
  filter: OrderFilter,
): Promise<(below: number, most: number) => Promise<StoredOrder[]>> {
  const wanted = await wantedBy(db, filter)
  return async (below, most) => (wanted ? newest(db, upTo(below, wanted), { skipped: 0, most }) : [])
}

/** Finds the month in which a page begins by the counters, so that a page far back doesn't skip all orders before it. */
async function pageStart(db: Reader, tally: TallyFilter, skipped: number): Promise<{ below?: number; skipped: number }> {
  if (skipped <= NEAR) return { skipped }
  let left = skipped
  for (const { below, count } of await countsOfMonths(db, tally)) {
    if (left < count) return { below, skipped: left }
    left -= count
  }
  return { below: 0, skipped: 0 }
}

/** From one number on, up to another. */
type Range = { from: number; to: number }

/** `customers`: of these alone. `tally`: how the books count just these orders, if they do. */
type Wanted = {
  kinds: Partial<Pick<StoredOrder, 'payment_status' | 'order_status' | 'package_name'>>
  numbers?: Range
  customers?: readonly string[]
  tally?: TallyFilter
}

/** Which orders a filter means; undefined where there can be none. */
async function wantedBy(db: Reader, { email, search = '', month, ...statuses }: OrderFilter): Promise<Wanted | undefined> {
  const sought = search.trim()
  const number = /^#?(\d{1,15})$/.exec(sought)?.[1]
  const package_name = sought === '' || number ? undefined : await packageNamed(db, sought)
  const given = Object.entries({ ...statuses, package_name }).filter(([, value]) => value !== undefined)
  const kinds = Object.fromEntries(given) as Wanted['kinds']
  const ofMonth = month === undefined ? undefined : await numbersIn(db, month)
  if (month !== undefined && !ofMonth) return undefined
  const ofNumber = number === undefined ? undefined : { from: Number(number), to: Number(number) + 1 }
  const numbers = ofMonth && ofNumber ? both(ofMonth, ofNumber) : (ofMonth ?? ofNumber)
  const isName = sought !== '' && !ofNumber && package_name === undefined
  const customers = isName ? await customersSought(db, sought, email) : email === undefined ? undefined : [email]
  if (customers?.length === 0) return undefined
  const isCounted = !customers && !ofNumber
  return {
    kinds,
    ...(numbers && { numbers }),
    ...(customers && { customers }),
    ...(isCounted && { tally: { ...kinds, ...(month !== undefined && { month }) } }),
  }
}

async function customersSought(db: Reader, sought: string, email: string | undefined): Promise<string[]> {
  const customers = await customersLike(db, sought.toLowerCase(), { email, most: MOST_CUSTOMERS + 1 })
  if (customers.length > MOST_CUSTOMERS) throw new Refusal(400, TOO_MANY, { search: TOO_MANY })
  return customers
}

async function allOrders(db: Reader, page: Paging): Promise<Page<StoredOrder>> {
  const { count: total } = await tallied(db, {})
  const { last_number } = await db.selectFrom('order_books').select('last_number').executeTakeFirstOrThrow()
  const last = last_number - before(page)
  const range = selected(db, { kinds: {}, numbers: { from: last - page.size + 1, to: last + 1 } })
  return { records: await range.orderBy('number', 'desc').execute(), total }
}

async function ordersOfCustomer(db: Reader, email: string, page: Paging): Promise<Page<StoredOrder>> {
  const total = (await customerTotals(db, email))?.orders ?? 0
  const last = total - before(page)
  const range = ofCustomer(db, { kinds: {} }, email)
    .where('customer_number', '<=', last)
    .where('customer_number', '>', last - page.size)
  return { records: await range.execute(), total }
}

/** So many after those that are skipped, newest first: of some customers on the index of each. */
function newest(db: Reader, wanted: Wanted, { skipped, most }: { skipped: number; most: number }): Promise<StoredOrder[]> {
  const { customers } = wanted
  if (!customers) return selected(db, wanted).orderBy('number', 'desc').offset(skipped).limit(most).execute()
  const ofEach = customers.map((email) => {
    const newest = ofCustomer(db, wanted, email).limit(skipped + most)
    return db.selectFrom(newest.as('newest')).selectAll()
  })
  const ofAll = ofEach.reduce((all, some) => all.unionAll(some))
  return ofAll.orderBy('number', 'desc').offset(skipped).limit(most).execute()
}

/** Those of them below a number. */
function upTo(below: number | undefined, wanted: Wanted): Wanted {
  if (below === undefined) return wanted
  return { ...wanted, numbers: both(wanted.numbers ?? { from: 0, to: below }, { from: 0, to: below }) }
}

/** Newest first: a customer's own numbers rise with those of all. */
function ofCustomer(db: Reader, wanted: Wanted, email: string) {
  return selected(db, wanted).where('customer_email', '=', email).orderBy('customer_number', 'desc')
}

function selected(db: Reader, { kinds, numbers }: Wanted) {
  const those = db
    .selectFrom('orders')
    .selectAll()
    .where((order) => order.and(kinds))
  return numbers ? those.where('number', '>=', numbers.from).where('number', '<', numbers.to) : those
}

async function countOf(db: Reader, wanted: Wanted): Promise<number> {
  const { kinds, numbers, customers } = wanted
  const kept = customers && !numbers ? countIn(await totalsOfCustomers(db, customers), kinds) : undefined
  if (kept !== undefined) return kept
  const those = customers ? selected(db, wanted).where('customer_email', 'in', customers) : selected(db, wanted)
  const counted = those.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'))
  return Number((await counted.executeTakeFirstOrThrow()).total)
}

/** How many of a customer's orders are of some kind; undefined where the books do not hold it. */
function countIn(totals: CustomerTotals, { payment_status, order_status, package_name }: Wanted['kinds']): number | undefined {
  const { orders, to_pay, paid, delivered } = totals
  if (package_name !== undefined || (payment_status !== undefined && order_status !== undefined)) return undefined
  if (order_status !== undefined) return { Delivered: delivered, Pending: orders - delivered }[order_status]
  if (payment_status !== undefined) return { Paid: paid, UnPaid: to_pay, Cancelled: orders - paid - to_pay }[payment_status]
  return orders
}

function both(one: Range, other: Range): Range {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
}
