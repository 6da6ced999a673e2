import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import type { PaymentAttemptComparison } from './payment-fact.ts'
import { type PaymentFact, REFUND_AND_DISPUTE_FACT_KINDS } from './payment-fact.ts'

/** The sums of one payment with its refunds and reversals. */
export type PaymentSummary = {
  facts: readonly PaymentFact[]
  isTest: boolean
  isByHand: boolean
  settled: number
  refunded: number
  reversed: number
  net: number
  isPending: boolean
  hasFailed: boolean
  entries: readonly LedgerEntry[]
  uncounted: readonly PaymentFact[]
  mismatched: readonly PaymentFact[]
  unaccounted: readonly PaymentFact[]
}

type SummaryContext = {
  /** The mismatched transactions that an admin accepted. */
  acceptedTransactions: ReadonlySet<string>
  isByHand: (fact: PaymentFact) => boolean
  matchAttempt: (fact: PaymentFact) => PaymentAttemptComparison | undefined
}

export function summarizePayment(
  group: readonly PaymentFact[],
  { acceptedTransactions, isByHand, matchAttempt }: SummaryContext,
): PaymentSummary {
  const isAccepted = group.some(({ transactionId }) => acceptedTransactions.has(transactionId))
  const matches = (fact: PaymentFact) => {
    const same = matchAttempt(fact)
    if (!same) return false
    // A follow-up fact matches by its payment. `mismatched` below checks its amount.
    if (REFUND_AND_DISPUTE_FACT_KINDS.has(fact.kind) || isAccepted) return same.currency && same.account
    return Object.values(same).every(Boolean)
  }
  const facts = group.filter(({ kind }) => MONEY_FACT_KINDS.has(kind))
  const counted = Map.groupBy(facts.filter(matches), ({ kind }) => kind)
  const listOfKind = (kind: PaymentFactKind) => counted.get(kind) ?? []
  const merged = mergeRepeatedReturns(listOfKind('refunded'), listOfKind('reversed'))
  counted.set('refunded', merged.refunds).set('reversed', merged.reversals)
  const total = (kind: PaymentFactKind) => sum(listOfKind(kind).map(({ cents }) => cents))
  const settled = total('settled')
  const refunds = total('refunded')
  // The provider doesn't name the ended reversal. Assume that the largest reversals stay open.
  const open = countOpenReversals(group, listOfKind('reversed').length, listOfKind('reversalCancelled').length)
  const reversals = sum(
    sortPaymentFactsLargestFirst(listOfKind('reversed'))
      .slice(0, open)
      .map(({ cents }) => cents),
  )
  // A refund counts only once its payment has arrived.
  const hasArrived = settled > 0
  const isFollowUp = ({ kind }: PaymentFact) => REFUND_AND_DISPUTE_FACT_KINDS.has(kind)
  return {
    facts: group,
    isTest: listOfKind('settled').some(({ live }) => !live),
    isByHand: group.some(isByHand),
    settled,
    refunded: hasArrived ? refunds : 0,
    reversed: hasArrived ? reversals : 0,
    net: hasArrived ? settled - refunds - reversals : 0,
    isPending: !hasArrived && listOfKind('failed').length === 0 && listOfKind('pending').length > 0,
    hasFailed: !hasArrived && listOfKind('failed').length > 0,
    entries: hasArrived ? computeLedgerEntriesOfPayment(group, counted, open) : [],
    uncounted: facts.filter((fact) => !matches(fact) || merged.repeated.includes(fact) || (!hasArrived && isFollowUp(fact))),
    mismatched: facts.filter((fact) => !matches(fact) || (refunds + reversals > settled && isFollowUp(fact))),
    unaccounted: listUnaccountedFacts(group, hasArrived ? refunds + reversals : Number.POSITIVE_INFINITY),
  }
}

/** Returns adjustments, unless another fact explains the transaction, and lost disputes whose money hasn't gone back. */
function listUnaccountedFacts(group: readonly PaymentFact[], returned: number): PaymentFact[] {
  const explainedIds = new Set(group.filter(({ kind }) => kind !== 'adjusted').map(({ transactionId }) => transactionId))
  return group.filter(({ kind, transactionId, cents }) => {
    if (kind === 'adjusted') return !explainedIds.has(transactionId)
    // Without an amount, any return may be the dispute's.
    return kind === 'disputeLost' && returned < Math.max(cents, 1)
  })
}

/** The facts that move money. Disputes, pending refunds and failed refunds move none. */
const MONEY_FACT_KINDS: ReadonlySet<PaymentFactKind> = new Set([
  'settled',
  'pending',
  'failed',
  'refunded',
  'reversed',
  'reversalCancelled',
])

/**
 * Returns how many reversals are open. Each end closes one, by count, because the returned amount may lack a fee. A won
 * dispute closes one too, except a reversal that belongs to a lost dispute.
 */
function countOpenReversals(group: readonly PaymentFact[], reversed: number, ended: number): number {
  const cases = (kind: PaymentFactKind) => new Set(group.filter((fact) => fact.kind === kind).map(getCaseId)).size
  const won = Math.min(cases('disputeWon'), Math.max(0, reversed - cases('disputeLost')))
  return Math.max(0, reversed - Math.max(ended, won))
}

export function getCaseId({ dispute, transactionId }: PaymentFact): string {
  return dispute?.caseId ?? transactionId
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

/**
 * What a fact adds to the order's totals, in cents. If a reversal ended, `refunded` is negative and `ends` is that
 * reversal.
 */
export type LedgerEntry = { fact: PaymentFact; received: number; refunded: number; ends?: PaymentFact }

/**
 * Returns the entries of one payment that arrived. They add up to its receipts and its refunds. `openReversalCount` is
 * the number of reversals that haven't ended.
 */
function computeLedgerEntriesOfPayment(
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

function sortPaymentFactsLargestFirst(facts: readonly PaymentFact[]): PaymentFact[] {
  return facts.toSorted((a, b) => b.cents - a.cents)
}

/** `repeated` are the facts that report no further money. */
type MergedReturns = { refunds: PaymentFact[]; reversals: PaymentFact[]; repeated: PaymentFact[] }

/**
 * Merges the refunds and reversals of one payment that report the same money. A provider may list a reversal among the
 * refunds, with the reversal's id. A reversal without an id of its own has the payment's id and takes what the other
 * returns left of its amount. If they left nothing, the newest refund is that reversal.
 */
function mergeRepeatedReturns(refunds: readonly PaymentFact[], reversals: readonly PaymentFact[]): MergedReturns {
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
