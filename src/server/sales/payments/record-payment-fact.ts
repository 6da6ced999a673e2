import type { Tx } from '../../platform/db/database-writer.ts'
import { findPaymentAttempt } from './attempts/store.ts'
import type { PaymentFact } from './ledger/payment-fact.ts'
import { findOrderOfTransaction, insertOrCompletePaymentFact, setOrderOfFacts } from './ledger/store.ts'
import { linkPaymentNoticeToOrder } from './notices/store.ts'
import type { OrderWriter } from './recompute-payment-state.ts'
import { type RecomputedPaymentState, recomputePaymentState } from './recompute-payment-state.ts'
import { buildOrphanedPaymentFlag } from './review-flags/build-review-flags.ts'
import { closeReviewFlagBySubject, type NewReviewFlag, raiseReviewFlag } from './review-flags/store.ts'

/** The origin of a fact. `noticeId` is null for a query's or an admin's fact. */
export type PaymentFactSource = { gateway: string; noticeId: string | null }

/**
 * Stores a fact and updates the payment state of its order. Nothing else adds payments to an order. Returns undefined for
 * a known fact, and a new flag if the payment belongs to no order.
 */
export async function recordPaymentFact(
  tx: Tx,
  orders: OrderWriter,
  fact: PaymentFact,
  { gateway, noticeId }: PaymentFactSource,
): Promise<RecomputedPaymentState | { orphan: NewReviewFlag } | undefined> {
  // Serializes facts of one payment that arrive in two processes.
  await orders.lockCounters(tx)
  const orderId = await findOrderOfFact(tx, fact, gateway)
  const isNewFact = await insertOrCompletePaymentFact(tx, { ...fact, gateway, orderId: orderId ?? null, noticeId })
  if (orderId === undefined) {
    const flag = buildOrphanedPaymentFlag(gateway, fact.transactionId)
    return isNewFact && (await raiseReviewFlag(tx, null, flag)) ? { orphan: flag } : undefined
  }
  if (noticeId !== null) await linkPaymentNoticeToOrder(tx, noticeId, orderId)
  if (!isNewFact) return undefined
  await assignFactsToOrder(tx, gateway, fact.transactionId, orderId)
  return recomputePaymentState(tx, orders, orderId)
}

/** Finds the order by the fact's checkout attempt, its transaction or its parent transaction. */
async function findOrderOfFact(tx: Tx, fact: PaymentFact, gateway: string): Promise<string | undefined> {
  const attempt = fact.attemptId === undefined ? undefined : await findPaymentAttempt(tx, fact.attemptId)
  if (attempt) return attempt.orderId
  return (
    (await findOrderOfTransaction(tx, gateway, fact.transactionId)) ??
    (fact.parentTransactionId === undefined ? undefined : await findOrderOfTransaction(tx, gateway, fact.parentTransactionId))
  )
}

/** Assigns earlier facts of a transaction, and its refunds and disputes, to the order. Closes their flags. */
export async function assignFactsToOrder(tx: Tx, gateway: string, transactionId: string, orderId: string): Promise<void> {
  for (const assignedTransactionId of await setOrderOfFacts(tx, gateway, transactionId, orderId)) {
    await closeReviewFlagBySubject(tx, buildOrphanedPaymentFlag(gateway, assignedTransactionId))
    if (assignedTransactionId !== transactionId) await assignFactsToOrder(tx, gateway, assignedTransactionId, orderId)
  }
}
