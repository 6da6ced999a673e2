import { type OrderStatus, orderStatuses, type PaymentStatus, paymentStatuses } from '../../../../contract/sales/order-enums.ts'
import { exportAccountingCsv, exportOrdersCsv } from '../../../../contract/sales/orders.ts'
import { parsePageNumber } from '../../../lists/load-list-page.ts'
import { adminPaths } from '../../navigation.ts'

/** Which orders are shown; what is left out is not asked for. */
export type OrderFilter = { search: string; paymentStatus?: PaymentStatus; orderStatus?: OrderStatus; month?: string }

/** What the page of orders shows, as far as its address says. */
export type OrdersQuery = OrderFilter & { page: number }

/** Whatever is no filter is none: an address that somebody changed by hand shows more, not an error. */
export function parseOrdersQuery(params: URLSearchParams): OrdersQuery {
  const month = params.get('month') ?? ''
  return {
    search: params.get('search')?.trim() ?? '',
    paymentStatus: paymentStatuses.find((status) => status === params.get('paymentStatus')),
    orderStatus: orderStatuses.find((status) => status === params.get('orderStatus')),
    month: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    page: parsePageNumber(params),
  }
}

/** The address that shows it; what goes without saying is left out. */
export function buildOrdersUrl({ page = 1, ...filter }: Partial<OrdersQuery>): string {
  return appendQuery(adminPaths.orders, { ...filter, ...(page > 1 && { page: String(page) }) })
}

/** The same orders as a file. */
export function buildOrdersCsvUrl({ search, paymentStatus, orderStatus, month }: OrderFilter): string {
  return appendQuery(`/api${exportOrdersCsv.path}`, { search, paymentStatus, orderStatus, month })
}

/** The payments and refunds of the month that is shown, or of all, for accounting. */
export function buildAccountingCsvUrl({ month }: OrderFilter): string {
  return appendQuery(`/api${exportAccountingCsv.path}`, { month })
}

/** Whether less than everything is shown. */
export function hasOrderFilter({ search, paymentStatus, orderStatus, month }: OrderFilter): boolean {
  return [search, paymentStatus, orderStatus, month].some(Boolean)
}

function appendQuery(path: string, values: Record<string, string | undefined>): string {
  const params = new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))
  return params.size === 0 ? path : `${path}?${params}`
}
