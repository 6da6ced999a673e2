import type { Order } from '#contract/sales/orders.ts'

/** Query parameter of the contact page: the id of the order that the question is about. */
export const SUPPORT_ORDER_PARAM = 'order'

/** Opens the contact form with the order's number, name and email filled in. */
export function buildOrderSupportUrl({ _id }: Pick<Order, '_id'>): string {
  return `/contact?${new URLSearchParams({ [SUPPORT_ORDER_PARAM]: _id })}#message-form`
}
