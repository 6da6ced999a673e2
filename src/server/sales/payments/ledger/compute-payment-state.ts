import type { PaymentStatus } from '#contract/sales/order-statuses.ts'
import type { PaymentFactKind, ReviewFlagKind } from '#contract/sales/payment-kinds.ts'
import { MANUAL_GATEWAY } from '../payment-gateway.ts'
import type { PaymentDecision } from '../store.ts'
import {
  assignAttempt,
  compareWithAttempt,
  DISPUTE_FACT_KINDS,
  groupByPayment,
  type PaymentAttemptTerms,
  type PaymentFact,
} from './payment-fact.ts'
import type { LedgerEntry } from './summarize-payment.ts'
import { getCaseId, type PaymentSummary, sum, summarizePayment } from './summarize-payment.ts'

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
  /** The facts about money that moved, or must have moved, outside these amounts. */
  unaccounted: readonly PaymentFact[]
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
  decisions: readonly Pick<PaymentDecision, 'id' | 'kind' | 'subject'>[],
): PaymentDecisionEffects {
  const listSubjects = (wantedKind: PaymentDecision['kind'], all = decisions) =>
    new Set(all.flatMap(({ kind, subject }) => (kind === wantedKind && subject !== null ? [subject] : [])))
  const undoneAcceptances = listSubjects('mismatchAcceptedTakenBack')
  return {
    isCancelled: decisions.some(({ kind }) => kind === 'cancel'),
    undoneTransactions: listSubjects('paidByHandTakenBack'),
    acceptedTransactions: listSubjects(
      'mismatchAccepted',
      decisions.filter(({ id }) => !undoneAcceptances.has(id)),
    ),
  }
}

type PaymentStateInput = PaymentDecisionEffects & { attempts: readonly PaymentAttemptTerms[]; facts: readonly PaymentFact[] }

/** A dispute that the provider hasn't closed. `dueAt` is the latest deadline, epoch ms. */
type OpenDispute = { caseId: string; dueAt: number | undefined }

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
  unaccounted: ({ payments }) => payments.some(({ unaccounted }) => unaccounted.length > 0),
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
  const entries = payments.flatMap((one) => one.entries)
  const uncounted = [
    ...undoneFacts.filter(({ kind }) => kind !== 'takenBack'),
    ...all.flatMap((one) => (isExcluded(one) ? one.facts : one.uncounted)),
  ]
  return {
    paymentStatus: status,
    flags: FLAG_KINDS_FROM_PAYMENT_STATE.filter((flag) => FLAG_RULES[flag](sums)),
    isTest: !isLive && settled > 0,
    settled,
    returned: settled - net,
    notCounted: sum(uncounted.filter((fact) => fact.kind === 'settled' && !undoneFacts.includes(fact)).map(({ cents }) => cents)),
    arrivedPayments: payments.flatMap(listArrivedPayments),
    entries: [...entries, ...listTakenBackEntries(reported, entries)],
    uncounted,
    mismatched: payments.flatMap(({ mismatched }) => mismatched),
    unaccounted: payments.flatMap(({ unaccounted }) => unaccounted),
    disputes,
  }
}

/** Returns the receipts that an admin took back, and their counter entries. Each pair adds up to nothing. */
function listTakenBackEntries(reported: readonly PaymentFact[], counted: readonly LedgerEntry[]): LedgerEntry[] {
  const sorted = reported.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1))
  return sorted.flatMap((takenBack) => {
    const isItsPayment = (fact: PaymentFact) => fact.kind === 'settled' && fact.transactionId === takenBack.transactionId
    const payment = takenBack.kind === 'takenBack' ? sorted.find(isItsPayment) : undefined
    if (!payment || counted.some(({ fact }) => isItsPayment(fact))) return []
    const { cents } = payment
    return [
      { fact: payment, received: cents, refunded: 0 },
      { fact: takenBack, received: -cents, refunded: 0 },
    ]
  })
}

/** The facts that end a pending refund. A completed one is part of `net`. */
const REFUND_END_KINDS: ReadonlySet<PaymentFactKind> = new Set(['refunded', 'reversed', 'refundFailed'])

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
