import { formatDollars } from '../../contract/core/money.ts'
import type { OrderTimelineStep } from '../../contract/sales/payments.ts'
import { FormattedBusinessTime } from './business-time.tsx'

/** Describes each step to the customer. `amount` is formatted, and empty if the step has none. */
const stepLabels: Record<OrderTimelineStep['kind'], (amount: string) => string> = {
  placed: () => 'You placed the order.',
  handedOver: () => 'You went to the payment page.',
  cancelled: () => 'You canceled the payment.',
  pending: () => 'A payment is on its way and being checked.',
  failed: () => 'A payment didn’t go through.',
  paid: (amount) => `We received your payment${amount && ` of ${amount}`}.`,
  refunded: (amount) => `${amount || 'The payment'} was refunded to you.`,
  reversed: (amount) => `The payment${amount && ` of ${amount}`} was reversed.`,
  reversalCancelled: (amount) => `The payment${amount && ` of ${amount}`} was returned to us.`,
  takenBack: () => 'We marked the payment as received by mistake, and undid that.',
  delivered: () => 'The work was delivered.',
  reopened: () => 'Work continues.',
}

/** Lists an order's steps, oldest first. */
export function OrderTimeline({ steps }: { steps: readonly OrderTimelineStep[] }) {
  return (
    <ol className="timeline-list">
      {steps.map(({ at, kind, amount }) => (
        <li key={`${at} ${kind} ${amount}`}>
          <FormattedBusinessTime at={at} />
          <p>{stepLabels[kind](amount ? formatDollars(amount) : '')}</p>
        </li>
      ))}
    </ol>
  )
}
