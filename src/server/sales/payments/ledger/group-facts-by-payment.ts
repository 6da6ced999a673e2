import { type PaymentFact, REFUND_AND_DISPUTE_FACT_KINDS } from './payment-fact.ts'

/** Groups facts by payment, one for each kind and transaction. The end of a reversal may name the reversal, not the payment. */
export function groupByPayment(
  all: readonly PaymentFact[],
  isByHand: (fact: PaymentFact) => boolean,
): Map<string, PaymentFact[]> {
  // Two gateways may report the same transaction. Sorting picks the same report whichever came first.
  const sorted = all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  const facts = [...new Map(sorted.map((fact) => [`${fact.kind} ${fact.transactionId}`, fact])).values()]
  const parents = new Map<string, string>()
  for (const { transactionId, parentTransactionId: parent } of facts) {
    // The smallest of contradicting parents, so that the order of arrival doesn't matter.
    const known = parents.get(transactionId)
    if (parent !== undefined && (known === undefined || parent < known)) parents.set(transactionId, parent)
  }
  // A payment has no parent, even if another fact with its id names one.
  for (const { kind, transactionId } of facts) if (!REFUND_AND_DISPUTE_FACT_KINDS.has(kind)) parents.delete(transactionId)
  const findRoot = (id: string, visited: readonly string[] = []): string => {
    const parent = parents.get(id)
    return parent === undefined || visited.includes(parent) ? id : findRoot(parent, [...visited, id])
  }
  const groups = Map.groupBy(facts, ({ transactionId }) => findRoot(transactionId))
  // A refund of an unreported payment, or of a mark that was taken back, belongs to the mark by hand, if there is one.
  const manualPaymentId = facts.find((fact) => fact.kind === 'settled' && isByHand(fact))?.transactionId
  if (manualPaymentId === undefined) return groups
  const hasPayment = (root: string) => groups.get(root)?.some(({ kind }) => !REFUND_AND_DISPUTE_FACT_KINDS.has(kind))
  return Map.groupBy(facts, ({ transactionId }) =>
    hasPayment(findRoot(transactionId)) ? findRoot(transactionId) : manualPaymentId,
  )
}

/** Gives follow-up facts the attempt of their payment, because providers report them with or without it. */
export function assignAttempt(group: readonly PaymentFact[]): PaymentFact[] {
  const attemptIds = group.filter(({ kind }) => !REFUND_AND_DISPUTE_FACT_KINDS.has(kind)).map(({ attemptId }) => attemptId)
  // The smallest of several, so that the order of arrival doesn't matter.
  const attemptId = attemptIds.filter((id) => id !== undefined).toSorted()[0]
  return group.map((fact) =>
    REFUND_AND_DISPUTE_FACT_KINDS.has(fact.kind) && attemptId !== undefined ? { ...fact, attemptId } : fact,
  )
}
