import { type OrderStatus, orderStatuses, type PaymentStatus, paymentStatuses } from '../../../../contract/sales/order-states.ts'
import { exportAccounting, exportOrders } from '../../../../contract/sales/orders.ts'
import { pageIn } from '../../../lists/list-page.ts'
import { adminPaths } from '../../site-map.ts'

/** Which orders are shown; what is left out is not asked for. */
export type OrderFilter = { search: string; paymentStatus?: PaymentStatus; orderStatus?: OrderStatus; month?: string }

/** What the page of orders shows, as far as its address says. */
export type Shown = OrderFilter & { page: number }

/** Whatever is no filter is none: an address that somebody changed by hand shows more, not an error. */
export function readUrl(params: URLSearchParams): Shown {
  const month = params.get('month') ?? ''
  return {
    search: params.get('search')?.trim() ?? '',
    paymentStatus: paymentStatuses.find((status) => status === params.get('paymentStatus')),
    orderStatus: orderStatuses.find((status) => status === params.get('orderStatus')),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    page: pageIn(params),
  }
}

/** The address that shows it; what goes without saying is left out. */
export function urlOf({ page = 1, ...filter }: Partial<Shown>): string {
  return withQuery(adminPaths.orders, { ...filter, ...(page > 1 && { page: String(page) }) })
}

/** The same orders as a file. */
export function fileOf({ search, paymentStatus, orderStatus, month }: OrderFilter): string {
  return withQuery(`/api${exportOrders.path}`, { search, paymentStatus, orderStatus, month })
}

/** The payments and refunds of the month that is shown, or of all, for accounting. */
export function accountingFileOf({ month }: OrderFilter): string {
  return withQuery(`/api${exportAccounting.path}`, { month })
}

/** Whether less than everything is shown. */
export function isNarrowed({ search, paymentStatus, orderStatus, month }: OrderFilter): boolean {
  return [search, paymentStatus, orderStatus, month].some(Boolean)
}

function withQuery(path: string, values: Record<string, string | undefined>): string {
  const params = new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))
  return params.size === 0 ? path : `${path}?${params}`
}
