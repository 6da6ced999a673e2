import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '../../../contract/core/endpoint.ts'
import { toBusinessDay } from '../../../contract/core/time-zone-dates.ts'
import { UserError } from '../../../contract/core/user-error.ts'
import type { ReviewFlagClosingAction } from '../../../contract/sales/payment-fact-and-flag-kinds.ts'
import type { markOrderPaidEndpoint as markOrderPaidCall } from '../../../contract/sales/payments.ts'
import type { ReviewFlag } from '../../../contract/sales/review-flags.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { ReviewFlagTable } from '../../platform/db/tables.ts'
import type { StoredOrder } from '../orders/orders.ts'
import { attachPayment } from './attach-payment-to-order.ts'
import { findPaymentAttempt, insertPaymentAttempt } from './attempts/store.ts'
import { insertPaymentDecision, listPaymentDecisions, pickActiveManualPayment } from './decisions/store.ts'
import { issueDocumentsAndQueueEmails } from './issue-documents-and-queue-emails.ts'
import type { PaymentFact } from './ledger/payment-fact.ts'
import { CURRENCY, type PaymentDependencies } from './payment-dependencies.ts'
import { MANUAL_GATEWAY } from './payment-gateway.ts'
import { updatePaymentState } from './record-payment-fact.ts'
import { recordFactAndNotify } from './record-provider-report.ts'
import { findReviewFlagFact, serializeReviewFlag } from './review-flags/serialize-review-flag.ts'
import { closeReviewFlag, findReviewFlag } from './review-flags/store.ts'

type ManualPaymentInput = HandlerInput<typeof markOrderPaidCall>['body']

export type FlagDecision = { action: ReviewFlagClosingAction; note: string; orderNumber?: number | undefined }

/** Records a payment that came another way (P-110). Throws a 409 if the order is paid, and a 422 for a future day. */
export async function recordManualPayment(
  dependencies: PaymentDependencies,
  orderId: string,
  input: ManualPaymentInput,
  actor: string,
): Promise<StoredOrder> {
  const { reason, method = null, reference = null, paidOn = null } = input
  // Noon UTC is the same day in every American time zone.
  const at = paidOn === null ? Date.now() : Date.parse(`${paidOn}T12:00:00Z`)
  if (paidOn !== null && paidOn > toBusinessDay(await dependencies.orders.timeZone(), Date.now())) {
    const sentence = 'The date can’t be in the future.'
    throw new UserError(422, sentence, { paidOn: sentence })
  }
  return runDecision(dependencies, async (tx) => {
    const { payment_status, price_cents: cents, number } = await dependencies.orders.lockOrder(tx, orderId)
    if (payment_status === 'Paid') throw new UserError(409, 'This order is already paid.')
    const id = randomUUID()
    const live = dependencies.gateways.current.isLive
    const terms = { cents, currency: CURRENCY, live }
    await insertPaymentDecision(tx, orderId, {
      id,
      kind: 'paidByHand',
      actor,
      reason,
      subject: id,
      method,
      reference,
      paid_on: paidOn,
    })
    await insertPaymentAttempt(tx, { ...terms, id, orderId, gateway: MANUAL_GATEWAY, payee: actor })
    const fact: PaymentFact = { ...terms, kind: 'settled', transactionId: id, attemptId: id, payees: [actor], at }
    await recordFactAndNotify(dependencies, tx, fact, { gateway: MANUAL_GATEWAY, noticeId: null })
    const detail = { reason, ...(method && { method }), ...(reference && { reference }), ...(paidOn && { paidOn }) }
    await recordAuditEntry(tx, { actor, action: 'order.paid-by-hand', subject: String(number), detail })
    return dependencies.orders.lockOrder(tx, orderId)
  })
}

/** Takes back the newest mark by hand by another entry (P-110). Throws a 409 if there is none. */
export function undoMarkOrderPaid(
  dependencies: PaymentDependencies,
  orderId: string,
  reason: string,
  actor: string,
): Promise<StoredOrder> {
  return runDecision(dependencies, async (tx) => {
    const { number } = await dependencies.orders.lockOrder(tx, orderId)
    const manualPayment = pickActiveManualPayment(await listPaymentDecisions(tx, orderId))
    if (!manualPayment) throw new UserError(409, 'This order isn’t marked as paid by hand.')
    await insertPaymentDecision(tx, orderId, {
      id: randomUUID(),
      kind: 'paidByHandTakenBack',
      actor,
      reason,
      subject: manualPayment.id,
    })
    await updatePaymentStateAndNotify(dependencies, tx, orderId)
    await recordAuditEntry(tx, { actor, action: 'order.paid-by-hand-taken-back', subject: String(number), detail: { reason } })
    return dependencies.orders.lockOrder(tx, orderId)
  })
}

/** Adds an intent to cancel. A canceled order stays canceled. Throws a 409 for a paid order. */
export async function cancelOrder(dependencies: PaymentDependencies, orderId: string, actor: string): Promise<StoredOrder> {
  return dependencies.write(async (tx) => {
    const { payment_status } = await dependencies.orders.lockOrder(tx, orderId)
    if (payment_status === 'Paid')
      throw new UserError(409, 'This order is paid, so you can’t cancel it here. Please write to us.')
    if (payment_status === 'UnPaid') {
      await insertPaymentDecision(tx, orderId, { id: randomUUID(), kind: 'cancel', actor, reason: '' })
      await updatePaymentState(tx, dependencies.orders, orderId)
    }
    return dependencies.orders.lockOrder(tx, orderId)
  })
}

/**
 * Closes a flag with a note. `attached` moves an orphaned payment to an order. `accepted` counts a payment that doesn't
 * match. Throws a 404, 409 or 422.
 */
export async function resolveReviewFlag(
  dependencies: PaymentDependencies,
  id: string,
  flagDecision: FlagDecision,
  actor: string,
): Promise<ReviewFlag> {
  const closed = await runDecision(dependencies, (tx) => resolveFlagInTransaction(dependencies, tx, id, flagDecision, actor))
  return serializeReviewFlag(dependencies.read, closed, await dependencies.orders.find(closed.order_id))
}

async function resolveFlagInTransaction(
  dependencies: PaymentDependencies,
  tx: Tx,
  id: string,
  { action, note, orderNumber }: FlagDecision,
  actor: string,
): Promise<ReviewFlagTable> {
  const flag = await findReviewFlag(tx, id)
  if (!flag) throw new UserError(404, 'There’s no such flag.')
  // Every write to an order's payments locks the counters first.
  await dependencies.orders.lockCounters(tx)
  if (!(await closeReviewFlag(tx, id, { by: actor, action, note }))) throw new UserError(409, 'This is already closed.')
  if (action === 'attached')
    await updatePaymentStateAndNotify(dependencies, tx, await attachPayment(dependencies, tx, flag, orderNumber))
  if (action === 'accepted') await acceptMismatch(dependencies, tx, flag, { actor, reason: note })
  // Lets the customer pay again.
  else if (flag.kind === 'review' && flag.order_id !== null) await updatePaymentState(tx, dependencies.orders, flag.order_id)
  await recordAuditEntry(tx, {
    actor,
    action: `payment-flag.${action}`,
    subject: flag.subject,
    detail: { kind: flag.kind, note },
  })
  return (await findReviewFlag(tx, id)) ?? flag
}

/** Throws a 409 for another currency, or for test money on a live attempt, because their amounts don't add up. */
async function acceptMismatch(
  dependencies: PaymentDependencies,
  tx: Tx,
  flag: ReviewFlagTable,
  { actor, reason }: { actor: string; reason: string },
): Promise<void> {
  const fact = flag.kind === 'review' ? await findReviewFlagFact(tx, flag) : undefined
  const attempt = fact?.attemptId === undefined ? undefined : await findPaymentAttempt(tx, fact.attemptId)
  if (fact?.kind !== 'settled' || flag.order_id === null || attempt?.orderId !== flag.order_id)
    throw new UserError(409, 'You can only accept a payment that arrived for this order.')
  if (fact.currency !== attempt.currency)
    throw new UserError(409, `This payment is in ${fact.currency}. Mark the order as paid by hand, with the reason.`)
  if (fact.live !== attempt.live) throw new UserError(409, 'This was a test payment: no money arrived.')
  const decision = { id: randomUUID(), kind: 'mismatchAccepted', actor, reason, subject: fact.transactionId } as const
  await insertPaymentDecision(tx, flag.order_id, decision)
  await updatePaymentStateAndNotify(dependencies, tx, flag.order_id)
}

async function updatePaymentStateAndNotify(dependencies: PaymentDependencies, tx: Tx, orderId: string): Promise<void> {
  await issueDocumentsAndQueueEmails(
    dependencies,
    tx,
    await updatePaymentState(tx, dependencies.orders, orderId),
    dependencies.gateways.current.isLive,
  )
}

/** Runs a decision in one transaction, and then wakes the email queue. */
async function runDecision<T>({ write, mail }: PaymentDependencies, decision: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await write(decision)
  mail.wake()
  return result
}
