import { formatDecimalAmount } from '#contract/core/money.ts'
import type { OrderTimelineStep, orderTimelineStepKinds } from '#contract/sales/customer-payment.ts'
import { getOrderTimelineEndpoint } from '#contract/sales/customer-payment.ts'
import type { EvidenceNotice, PaymentEvidenceReply, PaymentFactInEvidence } from '#contract/sales/payment-evidence.ts'
import { getPaymentEvidenceEndpoint } from '#contract/sales/payment-evidence.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { findInvoice, listCreditNotes } from '../../invoices/invoices.ts'
import type { StoredOrder } from '../../orders/orders.ts'
import { serializeCreditNote } from '../customer-payment-state.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import { compareWithAttempt, type PaymentAttemptTerms } from '../ledger/payment-fact.ts'
import type { StoredPaymentFact } from '../ledger/store.ts'
import { listPaymentFacts } from '../ledger/store.ts'
import type { StoredPaymentNotice } from '../notices/store.ts'
import { listPaymentNoticesOfOrder } from '../notices/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { isQueryableAttempt } from '../provider-tasks/order-query-tasks.ts'
import { loadRefundsAndRefundables } from '../refunds/refunds.ts'
import { serializeReviewFlag } from '../review-flags/serialize-review-flag.ts'
import { listReviewFlagsOfOrder } from '../review-flags/store.ts'
import { listPaymentAttempts, listPaymentDecisions, pickActiveManualPayment } from '../store.ts'
import { buildPaymentTimeline, computePaymentStateWithDecisions, type StoredPaymentEvidence } from './timeline.ts'

export function createEvidenceHandlers(dependencies: PaymentDependencies) {
  const { read, orders, gateways } = dependencies
  return [
    defineHandler(getOrderTimelineEndpoint, async ({ params }, { person }) =>
      serializeCustomerTimeline(await loadHistory(dependencies, await orders.findForPerson(params.id, person))),
    ),

    // Returns everything that the site knows about the payments of an order, for admins.
    defineHandler(getPaymentEvidenceEndpoint, async ({ params: { id: orderId } }, { person }) => {
      const order = await orders.findForPerson(orderId, person)
      const [history, flags, invoice, creditNotes, refunds] = await Promise.all([
        loadHistory(dependencies, order),
        listReviewFlagsOfOrder(read, orderId),
        findInvoice(read, orderId),
        listCreditNotes(read, orderId),
        loadRefundsAndRefundables(dependencies, orderId),
      ])
      return {
        ...serializeEvidence(history),
        flags: await Promise.all(flags.map((flag) => serializeReviewFlag(read, flag, order))),
        isRehearsal: gateways.current.isRehearsal,
        canAsk: history.attempts.some((attempt) => isQueryableAttempt(gateways, attempt)),
        invoiceNumber: invoice?.number ?? null,
        creditNotes: creditNotes.map(serializeCreditNote),
        ...refunds,
      }
    }),
  ]
}

async function loadHistory({ read, orders }: PaymentDependencies, order: StoredOrder): Promise<StoredPaymentEvidence> {
  const { id } = order
  const [events, attempts, decisions, notices, facts] = await Promise.all([
    orders.listEvents(id),
    listPaymentAttempts(read, id),
    listPaymentDecisions(read, id),
    listPaymentNoticesOfOrder(read, id),
    listPaymentFacts(read, id),
  ])
  return { order, events, attempts, decisions, notices, facts }
}

function serializeEvidence(
  history: StoredPaymentEvidence,
): Omit<PaymentEvidenceReply, 'flags' | 'isRehearsal' | 'canAsk' | 'invoiceNumber' | 'creditNotes' | 'refunds' | 'refundable'> {
  const { attempts, notices, facts } = history
  const { settled, returned, notCounted, uncounted } = computePaymentStateWithDecisions(history)
  const isUncounted = (fact: PaymentFact) =>
    uncounted.some((one) => one.transactionId === fact.transactionId && one.kind === fact.kind)
  const serializeHistoryFact = (fact: StoredPaymentFact) =>
    serializeFact(fact, { attempt: attempts.find(({ id }) => id === findAttemptId(fact, facts)), isCounted: !isUncounted(fact) })
  return {
    settled: formatDecimalAmount(settled),
    returned: formatDecimalAmount(returned),
    notCounted: formatDecimalAmount(notCounted),
    net: formatDecimalAmount(settled - returned),
    canTakeBack: pickActiveManualPayment(history.decisions) !== undefined,
    steps: buildPaymentTimeline(history),
    attempts: attempts.map(({ id, gateway }) => ({ _id: id, gateway })),
    notices: notices.map((notice) => ({
      ...serializeNotice(notice),
      facts: facts.filter(({ noticeId }) => noticeId === notice.id).map(serializeHistoryFact),
    })),
    otherFacts: facts.filter(({ noticeId }) => noticeId === null).map(serializeHistoryFact),
  }
}

/** Serializes the timeline for the customer. Leaves out facts that don't count. */
function serializeCustomerTimeline(history: StoredPaymentEvidence): OrderTimelineStep[] {
  const { uncounted } = computePaymentStateWithDecisions(history)
  return buildPaymentTimeline(history).flatMap(({ at, kind, fact }): OrderTimelineStep[] => {
    if (kind === 'paidByHand') return [{ at, kind: 'paid', amount: formatDecimalAmount(history.order.price_cents) }]
    if (kind === 'paidByHandTakenBack') return [{ at, kind: 'takenBack', amount: formatDecimalAmount(history.order.price_cents) }]
    // The accepted payment has its own line.
    if (kind === 'mismatchAccepted' || kind === 'mismatchAcceptedTakenBack') return []
    if (kind !== 'fact') return [{ at, kind }]
    if (!fact || uncounted.some((one) => one.transactionId === fact.transactionId && one.kind === fact.kind)) return []
    const stepKind = TIMELINE_KINDS[fact.kind]
    return stepKind ? [{ at, kind: stepKind, amount: formatDecimalAmount(fact.cents) }] : []
  })
}

/** The facts that a customer sees. Disputes and pending refunds are missing on purpose. */
const TIMELINE_KINDS: Readonly<Partial<Record<PaymentFact['kind'], (typeof orderTimelineStepKinds)[number]>>> = {
  settled: 'paid',
  pending: 'pending',
  failed: 'failed',
  refunded: 'refunded',
  reversed: 'reversed',
  reversalCancelled: 'reversalCancelled',
}

/** Returns the attempt of the fact's payment, else the fact's own. */
function findAttemptId(
  { attemptId, parentTransactionId }: StoredPaymentFact,
  facts: readonly StoredPaymentFact[],
): string | undefined {
  return facts.find(({ transactionId }) => transactionId === parentTransactionId)?.attemptId ?? attemptId
}

function serializeFact(
  fact: StoredPaymentFact,
  { attempt, isCounted }: { attempt: PaymentAttemptTerms | undefined; isCounted: boolean },
): PaymentFactInEvidence {
  const { transactionId, kind, cents, currency, at } = fact
  const differences = attempt ? listDifferences(fact, attempt) : []
  return { transactionId, kind, amount: formatDecimalAmount(cents), currency, at, isCounted, differences }
}

function listDifferences(fact: StoredPaymentFact, attempt: PaymentAttemptTerms): PaymentFactInEvidence['differences'] {
  const same = compareWithAttempt(fact, attempt)
  const lines = {
    payee: [attempt.payee, [...new Set(fact.payees)].join(', ')],
    amount: [formatDecimalAmount(attempt.cents), formatDecimalAmount(fact.cents)],
    currency: [attempt.currency, fact.currency],
    account: [attempt, fact].map(({ live }) => (live ? 'Live' : 'Test')),
  } as const
  const changedFields = (Object.keys(lines) as (keyof typeof lines)[]).filter((what) => !same[what])
  return changedFields.map((what) => ({ what, asked: lines[what][0] ?? '', told: lines[what][1] ?? '' }))
}

/** Shows each byte as one Latin-1 character, whatever the notice's charset is. */
function serializeNotice(notice: StoredPaymentNotice): Omit<EvidenceNotice, 'facts'> {
  const { id, received_at, bytes, copies, state, reason } = notice
  return {
    _id: id,
    receivedAt: received_at,
    copies,
    state,
    reason,
    raw: Buffer.from(bytes).toString('latin1'),
  }
}
