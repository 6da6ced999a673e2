import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getOrderEndpoint, type Order } from '../../contract/sales/orders.ts'
import {
  type CustomerPaymentState,
  getOrderTimelineEndpoint,
  getPaymentStateEndpoint,
  type TimelineStep,
} from '../../contract/sales/payments.ts'
import { getVisit } from '../visit-context.ts'

/** An order as its customer sees it. */
export type OrderPageData = { order: Order; paymentState: CustomerPaymentState; timeline: TimelineStep[] }

/** Loads an order without asking the payment provider (P-98). */
export async function loadOrderPage({ context, params: { id = '' } }: LoaderFunctionArgs): Promise<OrderPageData> {
  const { call } = getVisit(context)
  const params = { id }
  const [order, paymentState, timeline] = await Promise.all([
    call(getOrderEndpoint, { params }),
    call(getPaymentStateEndpoint, { params }),
    call(getOrderTimelineEndpoint, { params }),
  ])
  return { order, paymentState, timeline }
}

export function useOrderPageData(): OrderPageData {
  return useLoaderData<OrderPageData>()
}
