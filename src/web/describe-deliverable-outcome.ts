import { formatDollars } from '#contract/core/money.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'

/** Says what follows from a deliverable that wasn't delivered, and where it came from. Returns undefined for all others. */
export function describeDeliverableOutcome({
  outcome,
  carriedFrom,
  isPartlyCarried,
}: Pick<Deliverable, 'outcome' | 'carriedFrom' | 'isPartlyCarried'>): string | undefined {
  const origin =
    carriedFrom &&
    (isPartlyCarried
      ? `What order ${carriedFrom.number} carried over is free`
      : `Carried over from order ${carriedFrom.number}, free`)
  if (!outcome) return origin ?? undefined
  const { refund, nextOrder } = outcome
  if (refund) return `${refund.isConfirmed ? 'Refunded' : 'Refund on its way'}: ${formatDollars(refund.amount)}`
  return nextOrder ? `Order ${nextOrder.number} delivers it, free` : 'The next order delivers it, free'
}
