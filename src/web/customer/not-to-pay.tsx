import type { ReactNode } from 'react'
import type { Order } from '../../contract/sales/orders.ts'
import { MISMATCH, type PayState } from '../../contract/sales/payments.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { CustomerPage } from './customer-page.tsx'
import { PaymentState } from './order-words.tsx'

type Props = { order: Order; state: Exclude<PayState, 'toPay'>; above: { href: string; text: string } }

/** Instead of a payment: why there is none to make, and where to go from here. */
export function NotToPay({ order, state, above }: Props) {
  const { title, sentence, way } = explanations[state]
  return (
    <CustomerPage title={title ?? `Order ${order._number}`} above={above} isNarrow>
      {state !== 'unavailable' && (
        <p>
          <PaymentState order={order} />
        </p>
      )}
      <p className="lead">{sentence}</p>
      <div className="account-acts">
        {way(order._id)}
        <LinkButton href={`/my-order/${order._id}`} look="outline">
          See the order
        </LinkButton>
      </div>
    </CustomerPage>
  )
}

type Explanation = { title?: string; sentence: string; way: (id: string) => ReactNode }

const support = <LinkButton href="/contact">Support</LinkButton>

const explanations: Record<Props['state'], Explanation> = {
  paid: {
    sentence: 'There is nothing more to pay for this order.',
    way: (id) => <LinkButton href={`/received-payment/${id}`}>See the receipt</LinkButton>,
  },
  underReview: {
    sentence: 'A payment for this order is on its way and being checked. We will write to you as soon as it arrives.',
    way: () => support,
  },
  mismatch: {
    sentence: MISMATCH,
    way: () => support,
  },
  cancelled: {
    sentence: 'This order is cancelled, so there is nothing to pay. You can place another one at any time.',
    way: () => <LinkButton href="/pricing">See packages</LinkButton>,
  },
  unavailable: {
    title: "Payments aren't available yet",
    sentence: 'Your order is kept, and nothing is due until it can be paid here. Write to us if you want to pay another way.',
    way: () => support,
  },
}
