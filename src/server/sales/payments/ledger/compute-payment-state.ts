import type { PaymentStatus } from '../../../../contract/sales/order-and-payment-statuses.ts'
import type { PaymentFactKind, ReviewFlagKind } from '../../../../contract/sales/payment-fact-and-flag-kinds.ts'
import type { PaymentDecision } from '../decisions/store.ts'
import { MANUAL_GATEWAY } from '../payment-gateway.ts'
import { compareWithAttempt, type PaymentAttemptComparison, type PaymentAttemptTerms } from './compare-fact-with-attempt.ts'
import { computeLedgerEntriesOfPayment, type LedgerEntry, sortPaymentFactsLargestFirst } from './compute-ledger-entries.ts'
import { assignAttempt, groupByPayment } from './group-facts-by-payment.ts'
import { DISPUTE_FACT_KINDS, type PaymentFact, REFUND_AND_DISPUTE_FACT_KINDS } from './payment-fact.ts'

/** The kinds of flags that follow from an order's facts. */
export type ComputedReviewFlagKind = Exclude<
  ReviewFlagKind,
  'refused' | 'notCaptured' | 'refundUnclear' | 'orphan' | 'forged' | 'unreadable' | 'unverified'
>

/** A payment that arrived. `net` is what refunds and open reversals left of it, in cents. */
type ArrivedPayment = { transactionId: string; net: number; pendingRefunds: readonly PaymentFact[] }

/** The payment state of an order. Amounts are in cents. */
export type OrderPaymentState = {
  paymentStatus: PaymentStatus
  flags: ComputedReviewFlagKind[]
  /** Whether test money counts. If live money arrived, only live money counts. */
  isTest: boolean
  settled: number
  /** Refunds and open reversals. It can exceed `settled`. */
  returned: number
  /** The payments that don't match their attempt. */
  notCounted: number
  /** Their `net` adds up to `settled` less `returned`. */
  arrivedPayments: readonly ArrivedPayment[]
  /** They sum up to `settled` and `returned`. */
  entries: readonly LedgerEntry[]
  /** The facts that change none of these amounts. */
  uncounted: readonly PaymentFact[]
  /** The facts to review: they don't match their attempt, or return more than arrived. */
  mismatched: readonly PaymentFact[]
  /** The open disputes, sorted by case id. */
  disputes: readonly OpenDispute[]
}

/** The effects of the customer's and the admins' decisions on payments. */
export type PaymentDecisionEffects = {
  isCancelled: boolean
  /** The marks by hand that an admin took back. */
  undoneTransactions: ReadonlySet<string>
  /** The mismatched transactions that an admin accepted. */
  acceptedTransactions: ReadonlySet<string>
}

export function getPaymentDecisionEffects(
  decisions: readonly Pick<PaymentDecision, 'kind' | 'subject'>[],
): PaymentDecisionEffects {
  const listSubjects = (wantedKind: PaymentDecision['kind']) =>
    new Set(decisions.flatMap(({ kind, subject }) => (kind === wantedKind && subject !== null ? [subject] : [])))
  return {
    isCancelled: decisions.some(({ kind }) => kind === 'cancel'),
    undoneTransactions: listSubjects('paidByHandTakenBack'),
    acceptedTransactions: listSubjects('mismatchAccepted'),
  }
}

type PaymentStateInput = PaymentDecisionEffects & { attempts: readonly PaymentAttemptTerms[]; facts: readonly PaymentFact[] }

/** A dispute that the provider hasn't closed. `dueAt` is the latest deadline, epoch ms. */
type OpenDispute = { caseId: string; dueAt: number | undefined }

/** The sums of one payment with its refunds and reversals. */
type PaymentSummary = {
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
}

type OrderSums = {
  net: number
  settled: number
  payments: readonly PaymentSummary[]
  isCancelled: boolean
  disputes: readonly OpenDispute[]
}

/** The first matching rule decides the status. */
const STATUS_RULES: readonly (readonly [PaymentStatus, (sums: OrderSums) => boolean])[] = [
  // Money outweighs an earlier cancel and a late failure (P-107).
  ['Paid', ({ net }) => net > 0],
  // All money went back.
  ['Cancelled', ({ settled }) => settled > 0],
  ['Cancelled', ({ isCancelled }) => isCancelled],
  ['UnPaid', () => true],
]

/** Every matching rule raises its flag. */
const FLAG_RULES: Readonly<Record<ComputedReviewFlagKind, (sums: OrderSums) => boolean>> = {
  pending: ({ settled, payments }) => settled === 0 && payments.some(({ isPending }) => isPending),
  failed: ({ settled, payments, isCancelled }) =>
    settled === 0 && !isCancelled && payments.some(({ hasFailed }) => hasFailed) && !payments.some(({ isPending }) => isPending),
  paidAfterCancel: ({ net, isCancelled }) => net > 0 && isCancelled,
  // Beside a mark by hand, the refunded payment may be the one that the mark stands for.
  partiallyRefunded: ({ net, payments }) =>
    payments.some((one) => one.net > 0 && one.refunded > 0) ||
    (net > 0 && payments.some(({ isByHand }) => isByHand) && payments.some(({ refunded }) => refunded > 0)),
  refunded: ({ net, settled, payments }) => settled > 0 && net <= 0 && payments.every(({ reversed }) => reversed === 0),
  reversed: ({ payments }) => payments.some(({ reversed }) => reversed > 0),
  doublePaid: ({ payments }) => payments.filter(({ net }) => net > 0).length > 1,
  dispute: ({ disputes }) => disputes.length > 0,
  review: ({ payments }) => payments.some(({ mismatched }) => mismatched.length > 0),
}

export const FLAG_KINDS_FROM_PAYMENT_STATE = Object.keys(FLAG_RULES) as ComputedReviewFlagKind[]

/** Computes a payment state from the set of facts. Their order and their times don't matter (P-106). */
export function computePaymentState({
  attempts,
  facts: reported,
  isCancelled,
  undoneTransactions,
  acceptedTransactions,
}: PaymentStateInput): OrderPaymentState {
  const facts = reported.filter(({ transactionId }) => !undoneTransactions.has(transactionId))
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const matchAttempt = (fact: PaymentFact) => {
    const attempt = byId.get(fact.attemptId ?? '')
    return attempt && compareWithAttempt(fact, attempt)
  }
  const isByHand = (fact: PaymentFact) => byId.get(fact.attemptId ?? '')?.gateway === MANUAL_GATEWAY
  const groups = [...groupByPayment(facts, isByHand).values()]
  const all = groups.map((group) => summarizePayment(assignAttempt(group), { acceptedTransactions, isByHand, matchAttempt }))
  const isLive = all.some((one) => one.settled > 0 && !one.isTest)
  const isExcluded = (one: PaymentSummary) => isLive && one.settled > 0 && one.isTest
  const payments = all.filter((one) => !isExcluded(one))
  const [settled, net] = [sum(payments.map((one) => one.settled)), sum(payments.map((one) => one.net))]
  const disputes = listOpenDisputes(facts)
  const sums = { net, settled, payments, isCancelled, disputes }
  const [status] = STATUS_RULES.find(([, holds]) => holds(sums)) as (typeof STATUS_RULES)[number]
  const undoneFacts = reported.filter(({ transactionId }) => undoneTransactions.has(transactionId))
  const uncounted = [...undoneFacts, ...all.flatMap((one) => (isExcluded(one) ? one.facts : one.uncounted))]
  return {
    paymentStatus: status,
    flags: FLAG_KINDS_FROM_PAYMENT_STATE.filter((flag) => FLAG_RULES[flag](sums)),
    isTest: !isLive && settled > 0,
    settled,
    returned: settled - net,
    notCounted: sum(uncounted.filter((fact) => fact.kind === 'settled' && !undoneFacts.includes(fact)).map(({ cents }) => cents)),
    arrivedPayments: payments.flatMap(listArrivedPayments),
    entries: payments.flatMap((one) => one.entries),
    uncounted,
    mismatched: payments.flatMap(({ mismatched }) => mismatched),
    disputes,
  }
}

/** The facts that end a pending refund. A completed one is part of `net`. */
const REFUND_END_KINDS: ReadonlySet<PaymentFactKind> = new Set(['refunded', 'refundFailed'])

/** A group has one settled transaction at most. */
function listArrivedPayments({ facts, entries, net }: PaymentSummary): ArrivedPayment[] {
  const endedIds = new Set(facts.filter(({ kind }) => REFUND_END_KINDS.has(kind)).map(({ transactionId }) => transactionId))
  const pendingRefunds = facts.filter(({ kind, transactionId }) => kind === 'refundPending' && !endedIds.has(transactionId))
  return entries.flatMap(({ fact: { kind, transactionId } }) =>
    kind === 'settled' ? [{ transactionId, net, pendingRefunds }] : [],
  )
}

/** Returns the facts that make up the amounts, one for each kind and transaction. */
export function filterCountedPaymentFacts<One extends PaymentFact>(
  facts: readonly One[],
  { uncounted }: OrderPaymentState,
): One[] {
  const isCounted = (fact: One) => !uncounted.some((one) => one.transactionId === fact.transactionId && one.kind === fact.kind)
  return [...new Map(facts.filter(isCounted).map((fact) => [`${fact.kind} ${fact.transactionId}`, fact])).values()]
}

type SummaryContext = Pick<PaymentDecisionEffects, 'acceptedTransactions'> & {
  isByHand: (fact: PaymentFact) => boolean
  matchAttempt: (fact: PaymentFact) => PaymentAttemptComparison | undefined
}

function summarizePayment(
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
    uncounted: facts.filter((fact) => !matches(fact) || (!hasArrived && isFollowUp(fact))),
    mismatched: facts.filter((fact) => !matches(fact) || (refunds + reversals > settled && isFollowUp(fact))),
  }
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

function listOpenDisputes(facts: readonly PaymentFact[]): OpenDispute[] {
  const cases = Map.groupBy(
    facts.filter(({ kind }) => DISPUTE_FACT_KINDS.has(kind)),
    getCaseId,
  )
  const open = [...cases].filter(([, reported]) => reported.every(({ kind }) => kind === 'disputed'))
  return open
    .map(([caseId, reported]) => {
      const deadlines = reported.flatMap(({ dispute }) => dispute?.dueAt ?? [])
      return { caseId, dueAt: deadlines.length > 0 ? Math.max(...deadlines) : undefined }
    })
    .toSorted((a, b) => (a.caseId < b.caseId ? -1 : 1))
}

function getCaseId({ dispute, transactionId }: PaymentFact): string {
  return dispute?.caseId ?? transactionId
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
