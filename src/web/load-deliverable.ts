import type { LoaderFunctionArgs } from 'react-router'
import { getOrderEndpoint } from '#contract/sales/orders.ts'
import { getOrderWorkEndpoint } from '#contract/work/order-work.ts'
import { getPageRequestContext } from './page-request-context.ts'
import { createNotFoundError } from './page-route.ts'

/** Loads one deliverable of an order, for the customer's page and the team's. Throws a 404 if the order has no such one. */
export async function loadDeliverable({ context, params: { id = '', deliverableId } }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const [order, { deliverables }] = await Promise.all([
    call(getOrderEndpoint, { params: { id } }),
    call(getOrderWorkEndpoint, { params: { orderId: id } }),
  ])
  const deliverable = deliverables.find(({ _id }) => _id === deliverableId)
  if (!deliverable) throw createNotFoundError()
  return { order, deliverable }
}
