import type { PageVisit } from '../../contract/core/page-rendering.ts'
import { listOrders, type Order } from '../../contract/sales/orders.ts'
import { getTemporaryErrorMessage, type LoadedListPage, loadListPage, parsePageNumber } from '../lists/load-list-page.ts'

/** Orders a page (P-92). */
export const DASHBOARD_PAGE_SIZE = 3
export const LIST_PAGE_SIZE = 5

/** More unpaid orders than these nobody has whose payment is under review for all of them. */
const MAX_UNPAID_CHECKED = 5

/** The page of somebody's own orders that the address names, newest first; of admins, too, what they ordered themselves. */
export function loadOwnOrders({ call }: PageVisit, { url }: Request, size: number): Promise<LoadedListPage<Order>> {
  const page = parsePageNumber(new URL(url).searchParams)
  return loadListPage(page, size, (paging) => call(listOrders, { query: { ...paging, own: '1', search: '' } }))
}

/** The newest order that waits for its customer. */
export async function findNewestUnpaidOrder({ call }: PageVisit): Promise<Order | undefined> {
  const query = { page: 1, size: MAX_UNPAID_CHECKED, own: '1', paymentStatus: 'UnPaid', search: '' } as const
  return (await call(listOrders, { query })).records.find(isPayable)
}

/** What a page can do without while it cannot be read. */
export async function loadOrUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    getTemporaryErrorMessage(error)
    return undefined
  }
}

/** Whether its customer can pay it now. */
export function isPayable({ paymentStatus, _isUnderReview }: Pick<Order, 'paymentStatus' | '_isUnderReview'>): boolean {
  return paymentStatus === 'UnPaid' && !_isUnderReview
}
