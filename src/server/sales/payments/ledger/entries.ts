import type { FactKind } from '../../../../contract/sales/payment-states.ts'
import type { Fact } from './fact.ts'

/**
 * What a fact adds to the books, in cents. `refunded` is below zero where a reversal ended: that money came back. `ends` is
 * that reversal.
 */
export type Entry = { fact: Fact; received: number; refunded: number; ends?: Fact }

/**
 * Returns the entries of one payment that arrived. They add up to what the payment received and what went back.
 * `open` is how many of its reversals still stand.
 */
export function entriesOf(group: readonly Fact[], counted: ReadonlyMap<FactKind, readonly Fact[]>, open: number): Entry[] {
  const of = (kind: FactKind) => counted.get(kind) ?? []
  const reversals = largestFirst(of('reversed'))
  const ended = reversals.slice(open)
  // A won dispute ends a reversal too.
  const ends = [...of('reversalCancelled'), ...group.filter(({ kind }) => kind === 'disputeWon')]
  return [
    ...of('settled').map((fact) => ({ fact, received: fact.cents, refunded: 0 })),
    ...[...of('refunded'), ...reversals].map((fact) => ({ fact, received: 0, refunded: fact.cents })),
    // The amount of the reversal: an end may name less, after a fee.
    ...ended.flatMap((reversal, index) => {
      const end = ends[index]
      return end ? [{ fact: end, received: 0, refunded: -reversal.cents, ends: reversal }] : []
    }),
  ]
}

export function largestFirst(facts: readonly Fact[]): Fact[] {
  return facts.toSorted((a, b) => b.cents - a.cents)
}
