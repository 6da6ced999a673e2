import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import type { PaymentFact } from './payment-fact.ts'

/**
 * What a fact adds to the order's totals, in cents. If a reversal ended, `refunded` is negative and `ends` is that
 * reversal.
 */
export type LedgerEntry = { fact: PaymentFact; received: number; refunded: number; ends?: PaymentFact }

/**
 * Returns the entries of one payment that arrived. They add up to its receipts and its refunds. `openReversalCount` is
 * the number of reversals that haven't ended.
 */
export function computeLedgerEntriesOfPayment(
  group: readonly PaymentFact[],
  counted: ReadonlyMap<PaymentFactKind, readonly PaymentFact[]>,
  openReversalCount: number,
): LedgerEntry[] {
  const listOfKind = (kind: PaymentFactKind) => counted.get(kind) ?? []
  const reversals = sortPaymentFactsLargestFirst(listOfKind('reversed'))
  const endedReversals = reversals.slice(openReversalCount)
  // A won dispute ends a reversal too.
  const ends = [...listOfKind('reversalCancelled'), ...group.filter(({ kind }) => kind === 'disputeWon')]
  return [
    ...listOfKind('settled').map((fact) => ({ fact, received: fact.cents, refunded: 0 })),
    ...[...listOfKind('refunded'), ...reversals].map((fact) => ({ fact, received: 0, refunded: fact.cents })),
    // Uses the reversal's amount, because its end may report less after a fee.
    ...endedReversals.flatMap((reversal, index) => {
      const end = ends[index]
      return end ? [{ fact: end, received: 0, refunded: -reversal.cents, ends: reversal }] : []
    }),
  ]
}

export function sortPaymentFactsLargestFirst(facts: readonly PaymentFact[]): PaymentFact[] {
  return facts.toSorted((a, b) => b.cents - a.cents)
}
