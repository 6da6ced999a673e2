import { sql } from 'kysely'
import type { PageAndSize } from '#contract/core/paging.ts'
import { getWorkMonthEnd } from '#contract/work/work-month-calendar.ts'
import { readListPage } from '#platform/db/read-list-page.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { hasLaterOrder, joinableOrders } from '#server/sales/orders/queries.ts'

/** As in the index. */
const startDay = sql<string>`coalesce(starts_on, '')`

/** Lists the paid months that start within these days and whose client has no later order. An index finds them by their start. */
export function listMonthsWithoutNext(db: DatabaseReader, { from, to }: { from: string; to: string }, page: PageAndSize) {
  const months = db
    .selectFrom('order_work')
    .innerJoin(joinableOrders, 'orders.id', 'order_work.order_id')
    .select(['order_id', 'starts_on', 'number', 'customer_name', 'customer_email', 'package_name'])
    .where(startDay, '>=', from)
    .where(startDay, '<=', to)
    .where('payment_status', '=', 'Paid')
    .where(({ not }) => not(hasLaterOrder))
  return readListPage(months.orderBy(startDay).orderBy('order_id'), page)
}

/** Looks one month up by its order. PostgreSQL would read all work for a join. */
const startOfRunningMonth = sql<string | null>`(select starts_on from order_work where order_id = orders.id and is_active = 1)`

/** Returns the last day of the running month of each of these customers who has one. */
export async function loadMonthEnds(db: DatabaseReader, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .selectFrom(joinableOrders)
    .select(['customer_email', startOfRunningMonth.as('starts_on')])
    .where('customer_email', 'in', emails)
    .where('order_status', '=', 'Pending')
    .orderBy('number')
    .execute()
  // Of several running months, the newest order's counts.
  return new Map(
    rows.flatMap(({ customer_email, starts_on }) => (starts_on ? [[customer_email, getWorkMonthEnd(starts_on)]] : [])),
  )
}
