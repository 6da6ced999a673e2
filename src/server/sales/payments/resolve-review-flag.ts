import { randomUUID } from 'node:crypto'
import { UserError } from '#contract/core/user-error.ts'
import type { ReviewFlagClosingAction } from '#contract/sales/payment-kinds.ts'
import { closeReviewFlagEndpoint, listReviewFlagsEndpoint, undoAcceptanceEndpoint } from '#contract/sales/payment-review-flags.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { defineHandler, requireRecentLogin } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { assignFactsToAttempt } from './ledger/store.ts'
import { findCurrentPayee, PAYMENT_CURRENCY, type PaymentDependencies } from './payment-dependencies.ts'
import { assignFactsToOrder, recordTakenBackPayment } from './record-provider-report.ts'
import { parseOrphanedPaymentFlag } from './review-flags/review-flags.ts'
import { findReviewFlagFact, serializeReviewFlag } from './review-flags/serialize-review-flag.ts'
import { closeReviewFlag, findReviewFlag, listReviewFlags, reopenReviewFlag } from './review-flags/store.ts'
import { findPaymentAttempt, insertPaymentAttempt, insertPaymentDecision, listPaymentDecisions } from './store.ts'
import type { ReviewFlagTable } from './tables.ts'
import { recomputePaymentState, recomputePaymentStateAndNotify } from './update-payment-state.ts'

const CLOSED_MESSAGES = {
  attached: 'The payment now belongs to the order',
  accepted: 'The payment is accepted',
  refundNoted: 'Refund noted',
  dismissed: 'The flag is closed',
}

type FlagDecision = { action: ReviewFlagClosingAction; note: string; orderNumber?: number | undefined }

/** Payments that a person must look at. */
export function createReviewFlagHandlers(dependencies: PaymentDependencies) {
  const { read, write, orders, mail } = dependencies
  return [
    defineHandler(listReviewFlagsEndpoint, async ({ query: { open, ...page } }) => {
      const { records, total } = await listReviewFlags(read, open !== undefined, page)
      const flags = records.map(async (flag) => serializeReviewFlag(read, flag, await orders.find(flag.order_id)))
      return { records: await Promise.all(flags), total }
    }),

    // Closes a flag with a note. `attached` moves an orphaned payment to an order. `accepted` counts a payment that doesn't
    // match. Throws a 404, 409 or 422.
    defineHandler(closeReviewFlagEndpoint, async ({ params, body }, caller) => {
      if (body.action === 'accepted' || body.action === 'attached') await requireRecentLogin(caller)
      const record = await write(async (tx) => {
        const flag = await resolveReviewFlag(dependencies, tx, params.id, body, caller.person.email)
        const order = flag.order_id === null ? undefined : await orders.lockOrder(tx, flag.order_id)
        return serializeReviewFlag(tx, flag, order)
      })
      mail.wake()
      return { message: CLOSED_MESSAGES[body.action], record }
    }),

    // Undoes the acceptance of a payment that doesn't match, and opens its flag again. A credit note cancels its invoice.
    // Throws a 404 or a 409.
    defineHandler(undoAcceptanceEndpoint, async ({ params: { id } }, { person: { email: actor } }) => {
      const reopened = await write(async (tx) => {
        await orders.lockCounters(tx)
        const flag = await findReviewFlag(tx, id)
        if (!flag) throw new UserError(404, 'There’s no such flag.')
        const fact = await findReviewFlagFact(tx, flag)
        if (!fact || flag.order_id === null || flag.action !== 'accepted')
          throw new UserError(409, 'This payment isn’t accepted.')
        await recordTakenBackPayment(dependencies, tx, fact.gateway, fact.transactionId)
        const decisions = await listPaymentDecisions(tx, flag.order_id)
        for (const one of decisions.filter(
          ({ kind, subject }) => kind === 'mismatchAccepted' && subject === fact.transactionId,
        )) {
          const decision = { id: randomUUID(), kind: 'mismatchAcceptedTakenBack', actor, reason: '', subject: one.id } as const
          await insertPaymentDecision(tx, flag.order_id, decision)
        }
        await reopenReviewFlag(tx, id)
        await recomputePaymentStateAndNotify(dependencies, tx, flag.order_id)
        await recordAuditEntry(tx, {
          actor,
          action: 'payment-flag.taken-back',
          subject: flag.subject,
          detail: { kind: flag.kind },
        })
        return (await findReviewFlag(tx, id)) ?? flag
      })
      mail.wake()
      const record = await serializeReviewFlag(read, reopened, await orders.find(reopened.order_id))
      return { message: 'The payment no longer counts. Decide about it again', record }
    }),
  ]
}

async function resolveReviewFlag(
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
    await recomputePaymentStateAndNotify(dependencies, tx, await attachPayment(dependencies, tx, flag, orderNumber))
  if (action === 'accepted') await acceptMismatch(dependencies, tx, flag, { actor, reason: note })
  // Lets the customer pay again.
  else if (flag.kind === 'review' && flag.order_id !== null) await recomputePaymentState(tx, dependencies.orders, flag.order_id)
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
  await recomputePaymentStateAndNotify(dependencies, tx, flag.order_id)
}

/**
 * Moves an orphaned payment to an order, with a checkout attempt of the current terms. The payment counts if its amount
 * and payee match. Otherwise the order gets a flag. Returns the order's id. Throws a 409 or a 422.
 */
async function attachPayment(
  dependencies: PaymentDependencies,
  tx: Tx,
  { kind, subject }: ReviewFlagTable,
  orderNumber: number | undefined,
): Promise<string> {
  if (kind !== 'orphan') throw new UserError(409, 'You can only attach a payment that has no order yet.')
  const order = orderNumber === undefined ? undefined : await dependencies.orders.findByNumber(tx, orderNumber)
  if (!order) throw new UserError(422, 'There’s no order with this number.', 'orderNumber')
  const { gateway, transactionId } = parseOrphanedPaymentFlag(subject)
  const payee = (await findCurrentPayee(dependencies, tx)) ?? ''
  const terms = {
    gateway,
    cents: order.price_cents,
    currency: PAYMENT_CURRENCY,
    payee,
    live: dependencies.gateways.current.isLive,
  }
  const attempt = await insertPaymentAttempt(tx, { ...terms, id: randomUUID(), orderId: order.id })
  await assignFactsToAttempt(tx, gateway, transactionId, attempt.id)
  await assignFactsToOrder(tx, gateway, transactionId, order.id)
  return order.id
}
