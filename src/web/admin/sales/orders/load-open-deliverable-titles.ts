import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { Order } from '#contract/sales/orders.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import { getOrderWorkEndpoint } from '#contract/work/order-work.ts'

/** Returns the titles of a paid order's deliverables that are open or need an outcome. An unpaid order has none. */
export async function loadOpenDeliverableTitles(call: ApiCallFunction, { _id, paymentStatus }: Order): Promise<string[]> {
  if (paymentStatus !== 'Paid') return []
  const { deliverables } = await call(getOrderWorkEndpoint, { params: { orderId: _id } })
  return deliverables
    .filter(({ state, outcome }) => isOpenDeliverableState(state) || (state === 'not delivered' && outcome === null))
    .map(({ title }) => title)
}
