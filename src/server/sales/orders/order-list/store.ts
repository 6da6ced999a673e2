import { getPagingOffset, type ListPage, type PageAndSize } from '#contract/core/paging.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { OrderStatus, PaymentStatus } from '#contract/sales/order-statuses.ts'
import { readInBatches } from '#platform/db/read-in-batches.ts'
import { countRows } from '#platform/db/read-list-page.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import {
  type CustomerCounters,
  countOrdersByMonth,
  type OrderCounterFilter,
  sumCountersOfCustomers,
  sumOrderCounters,
} from '../counters/store.ts'
import { findCustomerEmailsByPrefix } from '../search-customers/store.ts'
import type { StoredOrder } from '../store.ts'
import { findLastOrderNumber, findOrderNumberRangeOfMonth } from '../store.ts'

/** Selects orders. `search`: a number, a package name, or the start of a customer's email or name. */
export type OrderListFilter = {
  email?: string
  payment_status?: PaymentStatus
  order_status?: OrderStatus
  month?: string
  search?: string
  /** Only orders that are neither canceled nor delivered. */
  isPending?: boolean
}

/** How many customers a search may match. Each costs one index lookup. */
const MAX_CUSTOMERS = 100
/** How many index entries a page may skip, which takes less than 1 ms. */
const MAX_OFFSET = 1_000
const TOO_MANY_CUSTOMERS = `More than ${MAX_CUSTOMERS} customers match. Please type more of the name or email.`

/**
 * Returns one page of orders, newest first. All orders, and all orders of one customer, have numbers without gaps, so a page
 * is a range of them. Any other list follows an index from its end. Totals come from the counters where they have them.
 * Throws a 400 if a search matches more than `MAX_CUSTOMERS`.
 */
export async function listOrders(db: DatabaseReader, filter: OrderListFilter, page: PageAndSize): Promise<ListPage<StoredOrder>> {
  const selection = await resolveFilter(db, filter)
  if (!selection) return { records: [], total: 0 }
  const total = await countSelection(db, selection)
  const { columns, numbers, customers = [], isPending, counterFilter } = selection
  const hasOrderFilter = numbers !== undefined || isPending || Object.keys(columns).length > 0
  if (!hasOrderFilter && customers.length < 2) return { records: await listNumberRange(db, customers[0], total, page), total }
  const { below, skipped } = await findPageStart(db, counterFilter, getPagingOffset(page))
  return { records: await listNewest(db, restrictBelow(below, selection), { skipped, limit: page.size }), total }
}

/** Reads a page of all orders, or of a customer's `total` orders. */
async function listNumberRange(
  db: DatabaseReader,
  email: string | undefined,
  total: number,
  page: PageAndSize,
): Promise<StoredOrder[]> {
  const column = email === undefined ? 'number' : 'customer_number'
  const last = (email === undefined ? await findLastOrderNumber(db) : total) - getPagingOffset(page)
  const all = db.selectFrom('orders').selectAll()
  const range = all.where(column, '<=', last).where(column, '>', last - page.size)
  const ofCustomer = email === undefined ? range : range.where('customer_email', '=', email)
  return ofCustomer.orderBy(column, 'desc').execute()
}

/** Streams all orders of a list in batches, newest first. Throws a 400 as `listOrders` does, before the first batch. */
export async function streamOrders(db: DatabaseReader, filter: OrderListFilter): Promise<AsyncGenerator<StoredOrder[]>> {
  const selection = await resolveFilter(db, filter)
  return readInBatches<StoredOrder>(async (last, limit) =>
    selection ? listNewest(db, restrictBelow(last?.number, selection), { skipped: 0, limit }) : [],
  )
}

/** Finds the month in which a page starts by the counters, so that a late page doesn't skip all orders before it. */
async function findPageStart(
  db: DatabaseReader,
  counterFilter: OrderCounterFilter | undefined,
  skipped: number,
): Promise<{ below?: number; skipped: number }> {
  if (!counterFilter || skipped <= MAX_OFFSET) return { skipped }
  let left = skipped
  for (const { below, count } of await countOrdersByMonth(db, counterFilter)) {
    if (left < count) return { below, skipped: left }
    left -= count
  }
  return { below: 0, skipped: 0 }
}

/** Order numbers, without `to`. */
type NumberRange = { from: number; to: number }

/** `customers`: only these. `counterFilter`: set if the counters count exactly these orders. */
type OrderSelection = {
  columns: Partial<Pick<StoredOrder, 'payment_status' | 'order_status' | 'package_name' | 'month'>>
  numbers?: NumberRange
  customers?: readonly string[]
  isPending?: boolean
  counterFilter?: OrderCounterFilter
}

/** Returns undefined if no order can match. */
async function resolveFilter(
  db: DatabaseReader,
  { email, search = '', month, isPending = false, ...statuses }: OrderListFilter,
): Promise<OrderSelection | undefined> {
  const searchText = search.trim()
  const number = /^#?(\d{1,15})$/.exec(searchText)?.[1]
  const package_name = searchText === '' || number ? undefined : await findPackageNameSpelling(db, searchText)
  const monthRange = month === undefined ? undefined : await findOrderNumberRangeOfMonth(db, month)
  if (month !== undefined && !monthRange) return undefined
  // Numbers have no gaps. If the range holds other months' orders too, each row is checked, which is slower.
  const hasOtherMonths = monthRange && (await sumOrderCounters(db, { month })).count !== monthRange.to - monthRange.from
  const columnEntries = Object.entries({ ...statuses, package_name, month: hasOtherMonths ? month : undefined })
  const columns = Object.fromEntries(columnEntries.filter(([, value]) => value !== undefined)) as OrderSelection['columns']
  const numberRange = number === undefined ? undefined : { from: Number(number), to: Number(number) + 1 }
  const numbers = monthRange && numberRange ? intersect(monthRange, numberRange) : (monthRange ?? numberRange)
  const isCustomerSearch = searchText !== '' && !numberRange && package_name === undefined
  const customers = isCustomerSearch
    ? await findSearchedCustomers(db, searchText, email)
    : email === undefined
      ? undefined
      : [email]
  if (customers?.length === 0) return undefined
  const isCounted = !customers && !numberRange && !isPending
  return {
    columns,
    ...(numbers && { numbers }),
    ...(customers && { customers }),
    isPending,
    ...(isCounted && { counterFilter: { ...columns, month } }),
  }
}

async function findSearchedCustomers(db: DatabaseReader, searchText: string, email: string | undefined): Promise<string[]> {
  const customers = await findCustomerEmailsByPrefix(db, searchText.toLowerCase(), { email, limit: MAX_CUSTOMERS + 1 })
  if (customers.length > MAX_CUSTOMERS) throw new UserError(400, TOO_MANY_CUSTOMERS, 'search')
  return customers
}

/** Reads orders, newest first. For several customers, it merges one index scan for each. */
function listNewest(
  db: DatabaseReader,
  selection: OrderSelection,
  { skipped, limit }: { skipped: number; limit: number },
): Promise<StoredOrder[]> {
  const { customers } = selection
  if (!customers) return selectOrders(db, selection).orderBy('number', 'desc').offset(skipped).limit(limit).execute()
  const queries = customers.map((email) => {
    // `customer_number` rises with the order number.
    const orders = selectOrders(db, selection).where('customer_email', '=', email).orderBy('customer_number', 'desc')
    return db.selectFrom(orders.limit(skipped + limit).as('newest')).selectAll()
  })
  const combined = queries.reduce((all, some) => all.unionAll(some))
  return combined.orderBy('number', 'desc').offset(skipped).limit(limit).execute()
}

function restrictBelow(below: number | undefined, selection: OrderSelection): OrderSelection {
  if (below === undefined) return selection
  return { ...selection, numbers: intersect(selection.numbers ?? { from: 0, to: below }, { from: 0, to: below }) }
}

function selectOrders(db: DatabaseReader, { columns, numbers, isPending }: OrderSelection) {
  const matching = db
    .selectFrom('orders')
    .selectAll()
    .where((order) => order.and(columns))
  const query = isPending ? matching.where('order_status', '=', 'Pending').where('payment_status', '<>', 'Cancelled') : matching
  return numbers ? query.where('number', '>=', numbers.from).where('number', '<', numbers.to) : query
}

async function countSelection(db: DatabaseReader, selection: OrderSelection): Promise<number> {
  const { columns, numbers, customers, isPending, counterFilter } = selection
  if (counterFilter) return (await sumOrderCounters(db, counterFilter)).count
  const counterTotal =
    customers && !numbers && !isPending ? countFromTotals(await sumCountersOfCustomers(db, customers), columns) : undefined
  if (counterTotal !== undefined) return counterTotal
  const all = selectOrders(db, selection)
  return countRows(customers ? all.where('customer_email', 'in', customers) : all)
}

/** Counts matching orders by the customer counters. Undefined if the counters don't have that count. */
function countFromTotals(
  totals: CustomerCounters,
  { payment_status, order_status, package_name }: OrderSelection['columns'],
): number | undefined {
  const { orders, to_pay, paid, delivered } = totals
  if (package_name !== undefined || (payment_status !== undefined && order_status !== undefined)) return undefined
  if (order_status !== undefined) return { Delivered: delivered, Pending: orders - delivered }[order_status]
  if (payment_status !== undefined) return { Paid: paid, UnPaid: to_pay, Cancelled: orders - paid - to_pay }[payment_status]
  return orders
}

function intersect(one: NumberRange, other: NumberRange): NumberRange {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
}

/** Returns the spelling of a package name on orders, ignoring upper and lower case. */
async function findPackageNameSpelling(db: DatabaseReader, name: string): Promise<string | undefined> {
  const rows = await db.selectFrom('order_counter').select('package_name').distinct().execute()
  return rows.find(({ package_name }) => package_name.toLowerCase() === name.toLowerCase())?.package_name
}
