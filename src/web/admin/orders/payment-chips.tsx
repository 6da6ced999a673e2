import type { PaymentStatus } from '../../../contract/order-states.ts'
import type { Order } from '../../../contract/orders.ts'
import { Chip } from '../parts/chip.tsx'

const TONES = { Paid: 'success', UnPaid: 'warning', Cancelled: 'neutral' } as const

/** The word of the specification for how a payment stands. */
export function StatusChip({ status }: { status: PaymentStatus }) {
  return <Chip tone={TONES[status]}>{status}</Chip>
}

/** How the payment of an order stands. */
export function PaymentChips({ order: { paymentStatus, _isUnderReview } }: { order: Order }) {
  return (
    <span className="flex flex-wrap gap-1">
      <StatusChip status={paymentStatus} />
      {_isUnderReview && <Chip tone="warning">On its way</Chip>}
    </span>
  )
}
