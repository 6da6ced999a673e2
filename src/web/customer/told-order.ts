import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Order, oneOrder } from '../../contract/sales/orders.ts'
import { orderStory, type PaymentStanding, paymentOf, type StoryStep } from '../../contract/sales/payments.ts'
import { visitOf } from '../visit.ts'

/** An order with all that its customer is told of it. */
export type ToldOrder = { order: Order; standing: PaymentStanding; story: StoryStep[] }

/** Reads, and nothing else: only the provider's own word settles a payment. */
export async function loadToldOrder({ context, params: { id = '' } }: LoaderFunctionArgs): Promise<ToldOrder> {
  const { call } = visitOf(context)
  const params = { id }
  const [order, standing, story] = await Promise.all([
    call(oneOrder, { params }),
    call(paymentOf, { params }),
    call(orderStory, { params }),
  ])
  return { order, standing, story }
}

export function useToldOrder(): ToldOrder {
  return useLoaderData<ToldOrder>()
}
