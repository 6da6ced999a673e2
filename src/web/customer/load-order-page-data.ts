import type { LoaderFunctionArgs } from 'react-router'
import {
  type CustomerPaymentState,
  getOrderTimelineEndpoint,
  getPaymentStateEndpoint,
  type OrderTimelineStep,
} from '#contract/sales/customer-payment.ts'
import { getOrderEndpoint, type Order } from '#contract/sales/orders.ts'
import { getOrderAccessEndpoint, type OrderAccessList } from '#contract/work/access.ts'
import { type Brief, getBriefEndpoint } from '#contract/work/brief.ts'
import { getOrderWorkEndpoint, type OrderWork } from '#contract/work/order-work.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { ignoreTemporaryError } from '../temporary-failures.ts'

/** An order as its customer sees it. */
export type OrderWithPaymentAndTimeline = { order: Order; paymentState: CustomerPaymentState; timeline: OrderTimelineStep[] }

/** Loads an order without asking the payment provider (P-98). */
export async function loadOrderWithPayment({
  context,
  params: { id = '' },
}: LoaderFunctionArgs): Promise<OrderWithPaymentAndTimeline> {
  const { call } = getPageRequestContext(context)
  const params = { id }
  const [order, paymentState, timeline] = await Promise.all([
    call(getOrderEndpoint, { params }),
    call(getPaymentStateEndpoint, { params }),
    call(getOrderTimelineEndpoint, { params }),
  ])
  return { order, paymentState, timeline }
}

/** Loads the brief of a paid order. Returns undefined for an unpaid order, or on a temporary error: the page then omits the brief. */
export async function loadOrderBrief({ context }: Pick<LoaderFunctionArgs, 'context'>, order: Order): Promise<Brief | undefined> {
  if (order.paymentStatus !== 'Paid') return undefined
  return ignoreTemporaryError(getPageRequestContext(context).call(getBriefEndpoint, { params: { orderId: order._id } }))
}

/** Loads the accesses that a paid order needs, as above. */
export async function loadOrderAccess(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  { _id, paymentStatus, orderStatus }: Order,
): Promise<OrderAccessList | undefined> {
  if (paymentStatus !== 'Paid' || orderStatus === 'Delivered') return undefined
  return ignoreTemporaryError(getPageRequestContext(context).call(getOrderAccessEndpoint, { params: { orderId: _id } }))
}

/**
 * Loads the work of a paid order. Returns undefined for an unpaid order, on a temporary error, or if an admin marked the order
 * as delivered before the team touched any part: a list of planned parts would contradict that.
 */
export async function loadVisibleOrderWork(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  { _id, paymentStatus, orderStatus }: Order,
): Promise<OrderWork | undefined> {
  if (paymentStatus !== 'Paid') return undefined
  const work = await ignoreTemporaryError(getPageRequestContext(context).call(getOrderWorkEndpoint, { params: { orderId: _id } }))
  const isUntouched = work?.deliverables.every(({ state, choice }) => state === 'planned' && choice === null)
  return orderStatus === 'Delivered' && isUntouched ? undefined : work
}
