import type { Order } from '../../contract/sales/orders.ts'
import { State } from '../account/your-account/account-part.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { isToPay } from './own-orders.ts'

/** How far the work is. */
export function Work({ orderStatus }: Pick<Order, 'orderStatus'>) {
  return <State isGood={orderStatus === 'Delivered'}>{orderStatus}</State>
}

/** What the customer has to do about the payment, or how it stands (spec section 4). */
export function Payment({ order }: { order: Order }) {
  if (isToPay(order)) return <LinkButton href={`/pay-now/${order._id}`}>Pay Now</LinkButton>
  return <PaymentState order={order} />
}

/** The same in words alone; they differ by more than colour. */
export function PaymentState({ order: { paymentStatus, _isUnderReview } }: { order: Order }) {
  const [icon, words] = stateOf(paymentStatus, _isUnderReview)
  return (
    <span className={`payment payment-${icon}`}>
      <Icon name={icon} />
      {words}
    </span>
  )
}

/** What happens next, in one line. */
export function nextStep({ paymentStatus, orderStatus, _isUnderReview }: Order): string {
  if (paymentStatus === 'Cancelled') return 'None: you owe nothing'
  const isDelivered = orderStatus === 'Delivered'
  if (paymentStatus === 'Paid') return isDelivered ? 'None: the work is done' : 'We are working on it'
  if (_isUnderReview) return 'Your payment is being checked'
  return isDelivered ? 'The work is done: please pay for it' : 'We start once it is paid'
}

function stateOf(paymentStatus: Order['paymentStatus'], isUnderReview: boolean): [IconName, string] {
  if (paymentStatus === 'Paid') return ['tick', 'You Have Paid']
  if (paymentStatus === 'Cancelled') return ['cross', 'You Have Cancelled']
  return isUnderReview ? ['clock', 'Under review'] : ['card', 'Not paid yet']
}
