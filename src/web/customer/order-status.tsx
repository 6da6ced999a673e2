import { describeWorkProgress, isAllDelivered } from '#contract/sales/order-progress.ts'
import type { Order } from '#contract/sales/orders.ts'
import { StatusBadge } from '../account/your-account/account-section-parts.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { type ButtonStyle, LinkButton } from '../ui/link-button.tsx'
import { isPayable } from './own-orders.ts'

/** Shows the order's status. A delivered order whose parts weren't all delivered says so (P-323). */
export function OrderStatusBadge({ orderStatus, _progress: progress }: Pick<Order, 'orderStatus' | '_progress'>) {
  const isDelivered = orderStatus === 'Delivered'
  const isMissingParts = isDelivered && progress !== undefined && !isAllDelivered(progress)
  const missing = progress?.delivered === 0 ? 'Not delivered' : 'Partly delivered'
  return <StatusBadge isPositive={isDelivered && !isMissingParts}>{isMissingParts ? missing : orderStatus}</StatusBadge>
}

/** Shows Pay Now, or the payment's status (P-93). */
export function PayButtonOrStatus({ order, buttonStyle }: { order: Order; buttonStyle?: ButtonStyle }) {
  if (isPayable(order)) {
    return (
      <LinkButton href={`/pay-now/${order._id}`} buttonStyle={buttonStyle}>
        Pay Now
      </LinkButton>
    )
  }
  return <PaymentStatusLabel order={order} />
}

/** Shows the payment's status as text with an icon, so that color isn't the only difference. */
export function PaymentStatusLabel({ order: { paymentStatus, _isUnderReview } }: { order: Order }) {
  const [icon, actionLabel] = getStatusLabel(paymentStatus, _isUnderReview)
  return (
    <span className={`payment payment-${icon}`}>
      <Icon name={icon} />
      {actionLabel}
    </span>
  )
}

/**
 * Describes an order's next step in one line. `isWaiting`: the work needs the client's answers, yes, choice or input. An
 * order is complete only if every part was delivered (P-323).
 */
export function describeOrderNextStep(
  { paymentStatus, orderStatus, _isUnderReview, _progress: progress }: Order,
  isWaiting = false,
): string {
  if (paymentStatus === 'Cancelled') return 'Nothing due'
  const isDelivered = orderStatus === 'Delivered'
  if (paymentStatus === 'Paid') {
    if (isDelivered && isAllDelivered(progress)) return 'Complete'
    const hasParts = progress !== undefined && progress.total > 0
    const result = hasParts && (isDelivered || progress.continuing === 0) && describeWorkProgress(progress, true)
    const waiting = isWaiting && 'We’re waiting for you'
    return [result, waiting].filter(Boolean).join('. ') || (isDelivered ? 'Delivered' : 'We’re working on it')
  }
  if (_isUnderReview) return 'Your payment is being checked'
  return isDelivered ? 'Delivered: payment is due' : 'We start when payment clears'
}

function getStatusLabel(paymentStatus: Order['paymentStatus'], isUnderReview: boolean): [IconName, string] {
  if (paymentStatus === 'Paid') return ['tick', 'You Have Paid']
  if (paymentStatus === 'Cancelled') return ['cross', 'You Have Cancelled']
  return isUnderReview ? ['clock', 'Under review'] : ['card', 'Not paid yet']
}
