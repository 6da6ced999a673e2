import type { PaymentStatus } from '#contract/sales/order-statuses.ts'
import type { Order } from '#contract/sales/orders.ts'
import { Chip } from '../../shell/chip.tsx'

const TONES = { Paid: 'success', UnPaid: 'warning', Cancelled: 'neutral' } as const

/** Shows the exact payment status (P-87). */
export function PaymentStatusChip({ status }: { status: PaymentStatus }) {
  return <Chip tone={TONES[status]}>{status}</Chip>
}

/** Shows an order's payment status. In a list, also marks orders whose payment an admin must review. */
export function PaymentChips({ order: { paymentStatus, _isUnderReview, _isTest, _openFlags = [] } }: { order: Order }) {
  return (
    <span className="flex flex-wrap gap-1">
      <PaymentStatusChip status={paymentStatus} />
      {_isTest && <Chip tone="neutral">Test</Chip>}
      {_isUnderReview && <Chip tone="warning">Under review</Chip>}
      {_openFlags.some((kind) => kind !== 'pending') && <Chip tone="error">Review</Chip>}
    </span>
  )
}
