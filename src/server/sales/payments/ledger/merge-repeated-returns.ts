import type { PaymentFact } from './payment-fact.ts'

/** `repeated` are the facts that report no further money. */
type MergedReturns = { refunds: PaymentFact[]; reversals: PaymentFact[]; repeated: PaymentFact[] }

/**
 * Merges the refunds and reversals of one payment that report the same money. A provider may list a reversal among the
 * refunds, with the reversal's id. A reversal without an id of its own has the payment's id and takes what the other
 * returns left of its amount. If they left nothing, the newest refund is that reversal.
 */
export function mergeRepeatedReturns(refunds: readonly PaymentFact[], reversals: readonly PaymentFact[]): MergedReturns {
  const withoutId = reversals.find(({ transactionId, parentTransactionId }) => transactionId === parentTransactionId)
  const withId = reversals.filter((reversal) => reversal !== withoutId)
  const isReversal = (refund: PaymentFact) => withId.some(({ transactionId }) => transactionId === refund.transactionId)
  const [listed, real] = [refunds.filter(isReversal), refunds.filter((refund) => !isReversal(refund))]
  if (!withoutId) return { refunds: real, reversals: withId, repeated: listed }
  const total = [...real, ...withId].reduce((sum, { cents }) => sum + cents, 0)
  const twin = withId.length === 0 && total === withoutId.cents ? findNewest(real) : undefined
  const left = withoutId.cents - total + (twin?.cents ?? 0)
  return {
    refunds: real.filter((refund) => refund !== twin),
    reversals: left > 0 ? [...withId, { ...withoutId, cents: left }] : withId,
    repeated: [...listed, ...(twin ? [twin] : []), ...(left > 0 ? [] : [withoutId])],
  }
}

function findNewest(facts: readonly PaymentFact[]): PaymentFact | undefined {
  return facts.toSorted((a, b) => a.at - b.at || (a.transactionId < b.transactionId ? -1 : 1)).at(-1)
}
