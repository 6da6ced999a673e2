import { LAST_DAY_OF_WORK_MONTH } from '#contract/content/kinds/deliverable-template.ts'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { listRenewalsEndpoint, RENEWAL_DAYS } from '#contract/work/renewals.ts'
import { getWorkMonthDate, getWorkMonthEnd } from '#contract/work/work-month-calendar.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { WorkDependencies } from '../dependencies.ts'
import { listMonthsWithoutNext } from './store.ts'

/** Lists whose month ends soon or ended lately, without a next order (P-385). */
export function createRenewalsHandler({ read, timeZone }: WorkDependencies) {
  return defineHandler(listRenewalsEndpoint, async ({ query: page }) => {
    const today = toBusinessDay(await timeZone(), Date.now())
    const getStartOfMonthThatEnds = (days: number) => getWorkMonthDate(today, days + 2 - LAST_DAY_OF_WORK_MONTH)
    const days = { from: getStartOfMonthThatEnds(-RENEWAL_DAYS.after), to: getStartOfMonthThatEnds(RENEWAL_DAYS.before) }
    const { records, total } = await listMonthsWithoutNext(read, days, page)
    const serialize = (month: (typeof records)[number]) => ({
      _id: month.order_id,
      number: month.number,
      customerName: month.customer_name,
      customerEmail: month.customer_email,
      packageName: month.package_name,
      endsOn: getWorkMonthEnd(month.starts_on ?? today),
    })
    return { records: records.map(serialize), total }
  })
}
