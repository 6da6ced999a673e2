import type { PaymentFactKind, ReviewFlagKind } from '#contract/sales/payment-kinds.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { OutgoingEmail } from '../../mail/mail.ts'
import { listAdminEmailsForPayments } from '../../people/users/users.ts'
import { countEventInTransaction } from '../../site/visits/visits.ts'
import {
  cancelInvoiceOfPayment,
  findCancelledInvoice,
  issueInvoice,
  issueMissingCreditNotes,
  PAYMENT_METHOD_LABELS,
} from '../invoices/invoices.ts'
import type { OrdersModule, RefundedPart, StoredOrder } from '../orders/orders.ts'
import { ORDER_REVIEW_STATE_CODES } from '../orders/orders.ts'
import {
  computePaymentState,
  FLAG_KINDS_FROM_PAYMENT_STATE,
  filterCountedPaymentFacts,
  getPaymentDecisionEffects,
  type OrderPaymentState,
} from './ledger/compute-payment-state.ts'
import { listPaymentFacts, type StoredPaymentFact, saveLedgerAmountsOfFacts } from './ledger/store.ts'
import type { PaymentDependencies } from './payment-dependencies.ts'
import {
  addRehearsalBannerToEmail,
  buildMoneyReceivedEmail,
  buildPaidTwiceEmail,
  buildPaymentMismatchEmail,
  buildPaymentPendingEmail,
  buildReceiptEmail,
  buildRefundEmail,
} from './payment-emails.ts'
import { MANUAL_GATEWAY } from './payment-gateway.ts'
import { buildDisputeFlag, buildFactFlag, notifyAdminsOfFlags } from './review-flags/review-flags.ts'
import { listOpenReviewFlagKinds, type NewReviewFlag, syncReviewFlags } from './review-flags/store.ts'
import { listPaymentAttempts, listPaymentDecisions, listRefundRequests, type RefundRequest } from './store.ts'

export type OrderWriter = Pick<OrdersModule, 'lockCounters' | 'setPaymentState'>

/** The order before, its payment state now, what it was computed from, the facts that count, and the new flags. */
export type RecomputedPaymentState = {
  before: StoredOrder
  paymentState: OrderPaymentState
  facts: readonly StoredPaymentFact[]
  decisions: Awaited<ReturnType<typeof listPaymentDecisions>>
  refundRequests: readonly RefundRequest[]
  countedFacts: readonly StoredPaymentFact[]
  newFlags: readonly NewReviewFlag[]
}

/** Returns the payment facts of an order and the decisions about them, and the payment state that they add up to. */
export async function loadFactsAndPaymentState(
  db: DatabaseReader,
  orderId: string,
): Promise<Pick<RecomputedPaymentState, 'decisions' | 'paymentState'> & { facts: StoredPaymentFact[] }> {
  const [attempts, facts, decisions] = [
    await listPaymentAttempts(db, orderId),
    await listPaymentFacts(db, orderId),
    await listPaymentDecisions(db, orderId),
  ]
  return { facts, decisions, paymentState: computePaymentState({ attempts, facts, ...getPaymentDecisionEffects(decisions) }) }
}

/** Computes the payment state of an order, and stores it: the status, the flags and the counters. */
export async function recomputePaymentState(tx: Tx, orders: OrderWriter, orderId: string): Promise<RecomputedPaymentState> {
  await orders.lockCounters(tx)
  const { facts, decisions, paymentState } = await loadFactsAndPaymentState(tx, orderId)
  await saveLedgerAmountsOfFacts(tx, facts, paymentState.entries)
  const refundRequests = await listRefundRequests(tx, orderId)
  const flags = buildFlags(orderId, paymentState, refundRequests)
  const newFlags = await syncReviewFlags(tx, orderId, flags, FLAG_KINDS_FROM_PAYMENT_STATE)
  const openKinds = (await listOpenReviewFlagKinds(tx, [orderId])).get(orderId) ?? []
  const isMismatch = paymentState.paymentStatus === 'UnPaid' && openKinds.some((kind) => BLOCKING_FLAG_KINDS.has(kind))
  const before = await orders.setPaymentState(tx, orderId, {
    status: paymentState.paymentStatus,
    review: paymentState.flags.includes('pending') ? 'pending' : isMismatch ? 'mismatch' : 'none',
    received: paymentState.settled,
    refunded: paymentState.returned,
    isTest: paymentState.isTest,
  })
  const countedFacts = filterCountedPaymentFacts(facts, paymentState)
  return { before, paymentState, facts, decisions, refundRequests, countedFacts, newFlags }
}

/** While such a flag of an unpaid order is open, its customer can't pay (P-108). */
const BLOCKING_FLAG_KINDS: ReadonlySet<NewReviewFlag['kind']> = new Set(['review', 'unaccounted'])

/**
 * Returns the flags of a payment state. The subject contains the amounts, so that a closed flag doesn't hide a later one.
 * Refunds that an admin requested raise none.
 */
function buildFlags(orderId: string, state: OrderPaymentState, requests: readonly RefundRequest[]): NewReviewFlag[] {
  const { flags, settled, returned, mismatched, unaccounted, disputes, entries } = state
  const requestedIds = new Set(requests.map(({ refund_transaction_id }) => refund_transaction_id))
  const areAllRequested = entries.every(({ fact }) => fact.kind !== 'refunded' || requestedIds.has(fact.transactionId))
  return flags.flatMap<NewReviewFlag>((kind) => {
    if (areAllRequested && (kind === 'partiallyRefunded' || kind === 'refunded')) return []
    if (kind === 'review') return mismatched.map((fact) => buildFactFlag('review', orderId, fact))
    if (kind === 'unaccounted') return unaccounted.map((fact) => buildFactFlag('unaccounted', orderId, fact))
    if (kind === 'dispute') return disputes.map((one) => buildDisputeFlag(orderId, one))
    return [{ kind, subject: `${orderId} ${settled} ${returned}` }]
  })
}

/**
 * Issues the documents and queues the emails that follow from a fact. Call it in the transaction of the fact, so that no
 * customer gets them twice. `isLive`: real money moved.
 */
export async function issueSalesDocuments(
  dependencies: PaymentDependencies,
  tx: Tx,
  update: RecomputedPaymentState,
  isLive: boolean,
): Promise<void> {
  const { before, paymentState, newFlags } = update
  const { mail } = dependencies
  const to = before.customer_email
  const queueEmail = (email: OutgoingEmail) => mail.enqueue(tx, isLive ? email : addRehearsalBannerToEmail(email))
  const refunds = await issueDocuments(dependencies, tx, update, queueEmail)
  const cents = refunds.reduce((sum, refund) => sum + refund.cents, 0)
  const parts = refunds.flatMap((refund) => refund.parts ?? [])
  const hasNewFlag = (kind: ReviewFlagKind) => newFlags.some((flag) => flag.kind === kind)
  if (paymentState.flags.includes('pending') && before.under_review !== ORDER_REVIEW_STATE_CODES.pending)
    await queueEmail(buildPaymentPendingEmail(to, before))
  if (paymentState.paymentStatus === 'UnPaid' && hasNewFlag('review') && paymentState.notCounted > 0)
    await queueEmail(buildPaymentMismatchEmail(to, before))
  if (hasNewFlag('doublePaid') && paymentState.settled > before.received_cents) await queueEmail(buildPaidTwiceEmail(to, before))
  // A reversal gets no email: the customer asked the bank or the provider for it, and we didn't refund it.
  if (cents > 0) await queueEmail(buildRefundEmail(to, { order: before, cents, parts, ...describeBalance(paymentState) }))
  await notifyAdminsOfMoney(tx, update, queueEmail)
  await notifyAdminsOfFlags(dependencies, tx, newFlags, before.number)
}

/**
 * Queues the emails about money that the order didn't have before (P-343). Live money replaces test money. None goes out if an
 * admin takes a decision about a payment again.
 */
async function notifyAdminsOfMoney(
  tx: Tx,
  { before, paymentState: { settled, isTest }, decisions, countedFacts }: RecomputedPaymentState,
  queueEmail: (email: OutgoingEmail) => Promise<unknown>,
): Promise<void> {
  const cents = settled - (before.is_test === Number(isTest) ? before.received_cents : 0)
  const payment = countedFacts
    .filter(({ kind }) => kind === 'settled')
    .toSorted((a, b) => a.at - b.at)
    .at(-1)
  if (cents <= 0 || !payment) return
  const sameDecisions = decisions.filter(({ kind, subject }) =>
    kind === 'paidByHand' ? payment.gateway === MANUAL_GATEWAY : kind === 'mismatchAccepted' && subject === payment.transactionId,
  )
  if (sameDecisions.length > 1) return
  const provider = PAYMENT_METHOD_LABELS[payment.gateway] ?? payment.gateway
  for (const to of await listAdminEmailsForPayments(tx))
    await queueEmail(buildMoneyReceivedEmail(to, { order: before, cents, paidAt: payment.at, provider }))
}

/** Computes an order's payment state again after an admin's decision, issues documents and queues emails. */
export async function recomputePaymentStateAndNotify(dependencies: PaymentDependencies, tx: Tx, orderId: string): Promise<void> {
  const update = await recomputePaymentState(tx, dependencies.orders, orderId)
  await issueSalesDocuments(dependencies, tx, update, dependencies.gateways.current.isLive)
}

function describeBalance({ entries, settled, returned }: OrderPaymentState) {
  const refunds = entries.filter(({ fact }) => fact.kind === 'refunded')
  return { isAll: refunds.reduce((sum, { refunded }) => sum + refunded, 0) >= settled, hasRest: settled > returned }
}

/**
 * Issues missing documents, and cancels the invoice of a payment that was taken back. A refund may arrive before its
 * payment, so the order needn't ever have been Paid. Returns the new refunds.
 */
async function issueDocuments(
  { gateways, hasClientQuestions }: PaymentDependencies,
  tx: Tx,
  { before, paymentState, facts, refundRequests, countedFacts }: RecomputedPaymentState,
  queueEmail: (email: OutgoingEmail) => Promise<unknown>,
): Promise<{ cents: number; parts?: readonly RefundedPart[] | undefined }[]> {
  const { entries, settled, isTest } = paymentState
  const isRehearsal = settled > 0 ? isTest : !gateways.current.isLive
  /** Returns the counted facts of a kind, with the amounts that count. */
  const listFactsOfKind = (kind: PaymentFactKind) =>
    countedFacts
      .filter((fact) => fact.kind === kind)
      .flatMap((fact) => {
        const entry = entries.find((one) => one.fact.kind === kind && one.fact.transactionId === fact.transactionId)
        return entry ? [{ ...fact, cents: Math.abs(entry.received + entry.refunded) }] : []
      })
      .toSorted((a, b) => a.at - b.at)
  for (const takenBack of listFactsOfKind('takenBack')) await cancelInvoiceOfPayment(tx, before, takenBack)
  const [payment] = listFactsOfKind('settled')
  const invoice = payment && (await issueInvoice(tx, before, { payment, isRehearsal }))
  const isReturn = ({ kind }: StoredPaymentFact) => kind === 'refunded' || kind === 'reversed'
  const findReversalEnd = ({ transactionId }: StoredPaymentFact) =>
    entries.find(({ ends }) => ends?.kind === 'reversed' && ends.transactionId === transactionId)?.fact
  const findParts = ({ transactionId }: StoredPaymentFact) =>
    JSON.parse(refundRequests.find((one) => one.refund_transaction_id === transactionId)?.parts ?? '[]') as RefundedPart[]
  const newRefunds = await issueMissingCreditNotes(tx, before, {
    moneyReturns: [
      ...facts
        .filter(
          (fact) => isReturn(fact) && !countedFacts.some((one) => isReturn(one) && one.transactionId === fact.transactionId),
        )
        .map((fact) => ({ ...fact, cents: 0, kind: 'refund' as const })),
      ...listFactsOfKind('refunded').map((refund) => ({ ...refund, kind: 'refund' as const, parts: findParts(refund) })),
      ...listFactsOfKind('reversed').map((reversal) => ({
        ...reversal,
        kind: 'reversal' as const,
        end: findReversalEnd(reversal),
      })),
    ],
    isRehearsal,
  })
  if (!payment || !invoice?.isNew) return newRefunds
  if (!isRehearsal && !(await findCancelledInvoice(tx, before.id))) await countEventInTransaction(tx, 'ordersPaid')
  const receipt = {
    order: before,
    cents: paymentState.settled,
    paidAt: payment.at,
    invoice: invoice.number,
    hasQuestions: await hasClientQuestions(tx, before.id),
  }
  await queueEmail(buildReceiptEmail(before.customer_email, receipt))
  return newRefunds
}
