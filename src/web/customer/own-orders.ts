import { isOneOffPackage, pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { listOrdersEndpoint, type Order } from '#contract/sales/orders.ts'
import { listUnreadConversationsEndpoint, type UnreadConversation } from '#contract/work/conversation.ts'
import { CONVERSATION_ANCHOR } from '../conversation/conversation-forms.ts'
import { type LoadedListPage, loadListPage, parsePageNumber } from '../lists/load-list-page.ts'
import { loadContentRecords } from '../load-content-records.ts'
import { ignoreTemporaryError } from '../temporary-failures.ts'

/** Orders a page (P-92). */
export const DASHBOARD_ORDERS_PAGE_SIZE = 3
export const OWN_ORDERS_PAGE_SIZE = 5

/** How many unpaid orders are searched for a payable one. The others are under review. */
const MAX_UNPAID_SEARCHED = 5

/** Loads one page of the signed-in person's own orders, newest first. For an admin, too, it loads only their own. */
export function loadOwnOrders(
  { call }: PageRequestContext,
  { url }: Request,
  size: number,
  filter: { pending?: '1' } = {},
): Promise<LoadedListPage<Order>> {
  const page = parsePageNumber(new URL(url).searchParams)
  return loadListPage(page, size, (paging) => call(listOrdersEndpoint, { query: { ...paging, ...filter, own: '1', search: '' } }))
}

/** Returns the newest order, whose billing details fill in the next order form. */
export async function loadNewestOwnOrder({ call }: PageRequestContext): Promise<Order | undefined> {
  return (await call(listOrdersEndpoint, { query: { page: 1, size: 1, own: '1', search: '' } })).records[0]
}

/** Loads the own orders with unread messages. Returns none for admins, who read messages in the admin area. */
export async function loadUnreadConversations({ call, viewer }: PageRequestContext): Promise<UnreadConversation[]> {
  if (viewer.kind === 'admin') return []
  return (await ignoreTemporaryError(call(listUnreadConversationsEndpoint, { query: { page: 1, size: 100 } })))?.records ?? []
}

export function buildMessagesUrl(orderId: string): string {
  return `/my-order/${orderId}#${CONVERSATION_ANCHOR}`
}

export const ORDER_AGAIN_LABEL = 'Order another month'

/** Returns the path of the order form for another month of an order's package. Without one, the path of Pricing. */
export async function loadOrderAgainPath({ call }: PageRequestContext, order: Order | undefined): Promise<string> {
  const packages = (await ignoreTemporaryError(loadContentRecords(call, pricingPackage))) ?? []
  const again = packages.find(({ packageName }) => packageName === order?.packageName)
  return again && !isOneOffPackage(again) ? `/order-now/${again._id}` : '/pricing'
}

/** Returns the newest order that the customer can pay now. */
export async function findNewestPayableOrder({ call }: PageRequestContext): Promise<Order | undefined> {
  const query = { page: 1, size: MAX_UNPAID_SEARCHED, own: '1', paymentStatus: 'UnPaid', search: '' } as const
  return (await call(listOrdersEndpoint, { query })).records.find(isPayable)
}

/** Returns true if the customer can pay the order now. */
export function isPayable({ paymentStatus, _isUnderReview }: Pick<Order, 'paymentStatus' | '_isUnderReview'>): boolean {
  return paymentStatus === 'UnPaid' && !_isUnderReview
}
