import type { PaymentFactKind, ReviewFlagKind } from '#contract/sales/payment-kinds.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { OutgoingEmail } from '../../mail/mail.ts'
import { ORDER_REVIEW_STATE_CODES } from '../orders/orders.ts'
import type { OrderPaymentState } from './ledger/compute-payment-state.ts'
import type { StoredPaymentFact } from './ledger/store.ts'
import type { PaymentDependencies } from './payment-dependencies.ts'
import {
  addRehearsalBannerToEmail,
  buildPaidTwiceEmail,
  buildPaymentMismatchEmail,
  buildPaymentPendingEmail,
  buildReceiptEmail,
  buildRefundEmail,
} from './payment-emails.ts'
import { notifyAdminsOfFlags } from './raise-review-flag.ts'
import { type RecomputedPaymentState, recomputePaymentState } from './recompute-payment-state.ts'

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
  const cents = await issueDocuments(dependencies, tx, update, queueEmail)
  const hasNewFlag = (kind: ReviewFlagKind) => newFlags.some((flag) => flag.kind === kind)
  if (paymentState.flags.includes('pending') && before.under_review !== ORDER_REVIEW_STATE_CODES.pending)
    await queueEmail(buildPaymentPendingEmail(to, before))
  if (paymentState.paymentStatus === 'UnPaid' && hasNewFlag('review') && paymentState.notCounted > 0)
    await queueEmail(buildPaymentMismatchEmail(to, before))
  if (hasNewFlag('doublePaid') && paymentState.settled > before.received_cents) await queueEmail(buildPaidTwiceEmail(to, before))
  // A reversal gets no email: the customer asked the bank or the provider for it, and we didn't refund it.
  if (cents > 0) await queueEmail(buildRefundEmail(to, { order: before, cents, ...describeBalance(paymentState) }))
  await notifyAdminsOfFlags(dependencies, tx, newFlags, before.number)
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
 * payment, so the order needn't ever have been Paid. Returns the cents of the new refunds.
 */
async function issueDocuments(
  { invoices, gateways, countPaidOrder, hasClientQuestions }: PaymentDependencies,
  tx: Tx,
  { before, paymentState, facts, countedFacts }: RecomputedPaymentState,
  queueEmail: (email: OutgoingEmail) => Promise<unknown>,
): Promise<number> {
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
  for (const takenBack of listFactsOfKind('takenBack')) await invoices.cancelInvoiceOfPayment(tx, before, takenBack)
  const [payment] = listFactsOfKind('settled')
  const invoice = payment && (await invoices.issue(tx, before, { payment, isRehearsal }))
  const isReturn = ({ kind }: StoredPaymentFact) => kind === 'refunded' || kind === 'reversed'
  const findReversalEnd = ({ transactionId }: StoredPaymentFact) =>
    entries.find(({ ends }) => ends?.kind === 'reversed' && ends.transactionId === transactionId)?.fact
  const newRefundCents = await invoices.issueMissingCreditNotes(tx, before, {
    moneyReturns: [
      ...facts
        .filter(
          (fact) => isReturn(fact) && !countedFacts.some((one) => isReturn(one) && one.transactionId === fact.transactionId),
        )
        .map((fact) => ({ ...fact, cents: 0, kind: 'refund' as const })),
      ...listFactsOfKind('refunded').map((refund) => ({ ...refund, kind: 'refund' as const })),
      ...listFactsOfKind('reversed').map((reversal) => ({
        ...reversal,
        kind: 'reversal' as const,
        end: findReversalEnd(reversal),
      })),
    ],
    isRehearsal,
  })
  if (!payment || !invoice?.isNew) return newRefundCents
  if (!isRehearsal && !(await invoices.hasCancelled(tx, before.id))) await countPaidOrder(tx)
  const receipt = {
    order: before,
    cents: paymentState.settled,
    paidAt: payment.at,
    invoice: invoice.number,
    hasQuestions: await hasClientQuestions(tx, before.id),
  }
  await queueEmail(buildReceiptEmail(before.customer_email, receipt))
  return newRefundCents
}
