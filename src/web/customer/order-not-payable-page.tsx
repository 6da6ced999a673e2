import type { ReactNode } from 'react'
import { PAYMENT_MISMATCH_MESSAGE, type PayabilityState } from '../../contract/sales/customer-payment.ts'
import type { Order } from '../../contract/sales/orders.ts'
import { buildOrderSupportUrl } from '../order-support-url.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { CustomerPageFrame } from './customer-page-frame.tsx'
import { PaymentStatusLabel } from './order-and-payment-status.tsx'

type Props = { order: Order; state: Exclude<PayabilityState, 'toPay'>; parentPage: { href: string; text: string } }

/** Says why the order can't be paid, and links the next step. */
export function OrderNotPayablePage({ order, state, parentPage }: Props) {
  const { title, explanation, renderAction } = explanations[state]
  return (
    <CustomerPageFrame title={title ?? `Order ${order._number}`} parentPage={parentPage} isNarrow>
      {state !== 'unavailable' && (
        <p>
          <PaymentStatusLabel order={order} />
        </p>
      )}
      <p className="lead">{explanation}</p>
      <div className="account-actions">
        {renderAction(order)}
        <LinkButton href={`/my-order/${order._id}`} buttonStyle="outline">
          See the order
        </LinkButton>
      </div>
    </CustomerPageFrame>
  )
}

type Explanation = { title?: string; explanation: string; renderAction: (order: Order) => ReactNode }

const renderSupport = (order: Order) => <LinkButton href={buildOrderSupportUrl(order)}>Support</LinkButton>

const explanations: Record<Props['state'], Explanation> = {
  paid: {
    explanation: 'There’s nothing more to pay for this order.',
    renderAction: ({ _id }) => <LinkButton href={`/received-payment/${_id}`}>See the receipt</LinkButton>,
  },
  underReview: {
    explanation: 'A payment for this order is on its way and being checked. We’ll email you as soon as it arrives.',
    renderAction: renderSupport,
  },
  mismatch: {
    explanation: PAYMENT_MISMATCH_MESSAGE,
    renderAction: renderSupport,
  },
  cancelled: {
    explanation: 'This order is canceled, so there’s nothing to pay. You can order again anytime.',
    renderAction: () => <LinkButton href="/pricing">See packages</LinkButton>,
  },
  unavailable: {
    title: 'Payments aren’t available yet',
    explanation: 'We’ll keep your order, and nothing is due until you can pay here. Write to us if you want to pay another way.',
    renderAction: renderSupport,
  },
}
