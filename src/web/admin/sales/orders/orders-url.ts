import { exportAccountingCsvEndpoint } from '#contract/sales/invoices.ts'
import { type OrderStatus, orderStatuses, type PaymentStatus, paymentStatuses } from '#contract/sales/order-statuses.ts'
import { exportOrdersCsvEndpoint } from '#contract/sales/orders.ts'
import { buildListUrl, parsePageNumber } from '#web/lists/load-list-page.ts'
import { adminPaths } from '../../admin-paths.ts'

/** Narrows the list of orders. A missing value doesn't filter. */
export type OrderFilterFields = { search: string; paymentStatus?: PaymentStatus; orderStatus?: OrderStatus; month?: string }

/** The URL parameters of the orders page. */
export type OrdersQuery = OrderFilterFields & { page: number }

/** Parses the URL parameters. Ignores invalid values, so a mistyped URL shows more orders instead of an error. */
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

/** Returns the page's URL without default values. */
export function buildOrdersUrl({ page, ...filter }: Partial<OrdersQuery>): string {
  return buildListUrl(adminPaths.orders, { ...filter, page })
}

export function buildOrdersCsvUrl({ search, paymentStatus, orderStatus, month }: OrderFilterFields): string {
  return buildListUrl(`/api${exportOrdersCsvEndpoint.path}`, { search, paymentStatus, orderStatus, month })
}

/** Returns the URL of the accounting file: payments and refunds of the filtered month, or of all months. */
export function buildAccountingCsvUrl({ month }: OrderFilterFields): string {
  return buildListUrl(`/api${exportAccountingCsvEndpoint.path}`, { month })
}

export function hasOrderFilter({ search, paymentStatus, orderStatus, month }: OrderFilterFields): boolean {
  return [search, paymentStatus, orderStatus, month].some(Boolean)
}
