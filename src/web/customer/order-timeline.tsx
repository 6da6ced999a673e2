import { formatDollars } from '../../contract/core/money.ts'
import type { TimelineStep } from '../../contract/sales/payments.ts'
import { BusinessTime } from './order-details.tsx'

/** What each step is called to the customer; `money` is the amount that moved. */
const stepLabels: Record<TimelineStep['kind'], (money: string) => string> = {
  placed: () => 'You placed the order.',
  handedOver: () => 'You went to the payment page.',
  cancelled: () => 'You cancelled the payment.',
  pending: () => 'A payment is on its way and being checked.',
  failed: () => 'A payment did not go through.',
  paid: (money) => `Your payment${money && ` of ${money}`} arrived.`,
  refunded: (money) => `${money || 'The payment'} was refunded to you.`,
  reversed: (money) => `The payment${money && ` of ${money}`} was taken back.`,
  reversalCancelled: (money) => `The payment${money && ` of ${money}`} was returned to us.`,
  takenBack: () => 'The payment was marked as received by mistake.',
  delivered: () => 'The work was delivered.',
  reopened: () => 'Work continues.',
}

/** What happened to an order, oldest first. */
export function OrderTimeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="story">
      {steps.map(({ at, kind, amount }) => (
        <li key={`${at} ${kind} ${amount}`}>
          <BusinessTime at={at} />
          <p>{stepLabels[kind](amount ? formatDollars(amount) : '')}</p>
        </li>
      ))}
    </ol>
  )
}
