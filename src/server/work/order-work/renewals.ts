import { LAST_DAY_OF_WORK_MONTH } from '#contract/content/kinds/deliverable-template.ts'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { getPagingOffset } from '#contract/core/paging.ts'
import { listRenewalsEndpoint, RENEWAL_DAYS } from '#contract/work/renewals.ts'
import { getWorkMonthDate, getWorkMonthEnd } from '#contract/work/work-month-calendar.ts'
import { countRows } from '#platform/db/read-list-page.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { hasLaterOrder, joinableOrders } from '#server/sales/orders/queries.ts'
import type { WorkDependencies } from './dependencies.ts'

/** Lists whose month ends, by an index on the start of the month. */
export function createRenewalsHandler({ read, timeZone }: WorkDependencies) {
  return defineHandler(listRenewalsEndpoint, async ({ query: page }) => {
    const today = toBusinessDay(await timeZone(), Date.now())
    const getStartOfMonthThatEnds = (days: number) => getWorkMonthDate(today, days + 2 - LAST_DAY_OF_WORK_MONTH)
    const months = read
      .selectFrom('order_work')
      .innerJoin(joinableOrders, 'orders.id', 'order_work.order_id')
      .where('starts_on', '>=', getStartOfMonthThatEnds(-RENEWAL_DAYS.after))
      .where('starts_on', '<=', getStartOfMonthThatEnds(RENEWAL_DAYS.before))
      .where('payment_status', '=', 'Paid')
      .where(({ not }) => not(hasLaterOrder))
    const rows = await months
      .select(['order_id', 'starts_on', 'number', 'customer_name', 'customer_email', 'package_name'])
      .orderBy('starts_on')
      .orderBy('order_id')
      .limit(page.size)
      .offset(getPagingOffset(page))
      .execute()
    const records = rows.map((row) => ({
      _id: row.order_id,
      number: row.number,
      customerName: row.customer_name,
      customerEmail: row.customer_email,
      packageName: row.package_name,
      endsOn: getWorkMonthEnd(row.starts_on ?? today),
    }))
    return { records, total: await countRows(months) }
  })
}

/** Returns the last day of the running month of each of these customers who has one. */
export async function loadMonthEnds(db: DatabaseReader, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .selectFrom(joinableOrders)
    .innerJoin('order_work', 'order_work.order_id', 'orders.id')
    .select(({ fn }) => ['customer_email', fn.max('starts_on').as('starts_on')])
    .where('customer_email', 'in', emails)
    .where('is_active', '=', 1)
    .groupBy('customer_email')
    .execute()
  return new Map(
    rows.flatMap(({ customer_email, starts_on }) => (starts_on ? [[customer_email, getWorkMonthEnd(starts_on)]] : [])),
  )
}
