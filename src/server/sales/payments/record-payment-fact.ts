import type { Tx } from '#platform/db/database-writer.ts'
import { loadBusiness } from '../../content/business/business.ts'
import { findPaymentAttempt, listPaymentAttempts } from './attempts/store.ts'
import { computeBookingTime } from './compute-booking-time.ts'
import { compareWithAttempt } from './ledger/compare-fact-with-attempt.ts'
import type { PaymentFact } from './ledger/payment-fact.ts'
import { findOrderOfTransaction, insertOrCompletePaymentFact, setOrderOfFacts } from './ledger/store.ts'
import { linkPaymentNoticeToOrder } from './notices/store.ts'
import type { PaymentDependencies } from './payment-dependencies.ts'
import { type RecomputedPaymentState, recomputePaymentState } from './recompute-payment-state.ts'
import { applyReportedRefund, isFirstReportOfRefund } from './refunds/match-refunds-to-requests.ts'
import { buildOrphanedPaymentFlag } from './review-flags/build-review-flags.ts'
import { closeReviewFlagBySubject, type NewReviewFlag, raiseReviewFlag } from './review-flags/store.ts'

/** The origin of a fact. `noticeId` is null for a query's or an admin's fact. */
export type PaymentFactSource = { gateway: string; noticeId: string | null }

/**
 * Stores a fact, matches it with a refund request and updates the payment state of its order. Nothing else adds payments to
 * an order. Returns undefined for a known fact, and a new flag if the payment belongs to no order.
 */
export async function recordPaymentFact(
  dependencies: PaymentDependencies,
  tx: Tx,
  reported: PaymentFact,
  { gateway, noticeId }: PaymentFactSource,
): Promise<RecomputedPaymentState | { orphan: NewReviewFlag } | undefined> {
  const { orders } = dependencies
  // Serializes facts of one payment that arrive in two processes.
  await orders.lockCounters(tx)
  const { orderId, ...fact } = await findOrderOfFact(tx, reported, gateway)
  const booking = computeBookingTime(fact.at, Date.now(), (await loadBusiness(tx)).timeZone)
  const isFirstReport = await isFirstReportOfRefund(tx, gateway, fact)
  const isNewFact = await insertOrCompletePaymentFact(tx, {
    ...booking,
    ...fact,
    at: booking.at,
    gateway,
    orderId: orderId ?? null,
    noticeId,
  })
  await applyReportedRefund(dependencies, tx, gateway, { ...fact, isFirstReport })
  if (orderId === undefined) {
    const flag = buildOrphanedPaymentFlag(gateway, fact.transactionId)
    return isNewFact && (await raiseReviewFlag(tx, null, flag)) ? { orphan: flag } : undefined
  }
  if (noticeId !== null) await linkPaymentNoticeToOrder(tx, noticeId, orderId)
  if (!isNewFact) return undefined
  await assignFactsToOrder(tx, gateway, fact.transactionId, orderId)
  return recomputePaymentState(tx, orders, orderId)
}

/** Finds the order by the fact's checkout attempt, its transaction, its parent transaction else by what our checkout passed on. */
async function findOrderOfFact(
  tx: Tx,
  fact: PaymentFact,
  gateway: string,
): Promise<PaymentFact & { orderId?: string | undefined }> {
  const attempt = fact.attemptId === undefined ? undefined : await findPaymentAttempt(tx, fact.attemptId)
  if (attempt) return { ...fact, orderId: attempt.orderId }
  const { transactionId, parentTransactionId } = fact
  const orderId =
    (await findOrderOfTransaction(tx, gateway, transactionId)) ??
    (parentTransactionId === undefined ? undefined : await findOrderOfTransaction(tx, gateway, parentTransactionId))
  if (orderId !== undefined || fact.attemptId !== undefined || fact.custom === undefined) return { ...fact, orderId }
  return findOrderByCustomId(tx, fact, gateway)
}

/** `custom` is an order's id in our form, and an attempt's id in our orders at the provider. */
async function findOrderByCustomId(tx: Tx, fact: PaymentFact, gateway: string) {
  const named = await findPaymentAttempt(tx, fact.custom ?? '')
  const attempts = named ? [named] : await listPaymentAttempts(tx, fact.custom ?? '')
  const candidates = attempts.filter((one) => one.gateway === gateway)
  const matches = candidates.filter((one) => Object.values(compareWithAttempt(fact, one)).every(Boolean))
  const attempt = matches.at(-1) ?? candidates.at(-1)
  return attempt ? { ...fact, attemptId: attempt.id, orderId: attempt.orderId } : fact
}

/** Assigns earlier facts of a transaction, and its refunds and disputes, to the order. Closes their flags. */
export async function assignFactsToOrder(tx: Tx, gateway: string, transactionId: string, orderId: string): Promise<void> {
  for (const assignedTransactionId of await setOrderOfFacts(tx, gateway, transactionId, orderId)) {
    await closeReviewFlagBySubject(tx, buildOrphanedPaymentFlag(gateway, assignedTransactionId))
    if (assignedTransactionId !== transactionId) await assignFactsToOrder(tx, gateway, assignedTransactionId, orderId)
  }
}
