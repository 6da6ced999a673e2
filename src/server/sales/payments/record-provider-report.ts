import type { Tx } from '#platform/db/database-writer.ts'
import { loadBusiness } from '../../content/business/business.ts'
import type { PaymentFact } from './ledger/payment-fact.ts'
import { compareWithAttempt, computeBookingTime, REFUND_FACT_KINDS } from './ledger/payment-fact.ts'
import { findOrderOfTransaction, insertOrCompletePaymentFact, listFactsOfTransaction, setOrderOfFacts } from './ledger/store.ts'
import { linkPaymentNoticeToOrder } from './notices/store.ts'
import type { PaymentDependencies } from './payment-dependencies.ts'
import type { ProviderReport } from './payment-gateway.ts'
import { applyReportedRefund, isFirstReportOfRefund } from './refunds/match-refunds-to-requests.ts'
import { buildOrphanedPaymentFlag, notifyAdminsOfFlags } from './review-flags/review-flags.ts'
import { closeReviewFlagBySubject, type NewReviewFlag, raiseReviewFlag } from './review-flags/store.ts'
import { findPaymentAttempt, findPaymentAttemptByReference, listPaymentAttempts } from './store.ts'
import { issueSalesDocuments, type RecomputedPaymentState, recomputePaymentState } from './update-payment-state.ts'

/** The origin of a fact. `noticeId` is null for a query's or an admin's fact. */
type PaymentFactSource = { gateway: string; noticeId: string | null }

/** Records a provider's report. An approval becomes a capture task. */
export async function recordProviderReport(
  dependencies: PaymentDependencies,
  tx: Tx,
  { facts, approval }: ProviderReport,
  source: PaymentFactSource,
): Promise<void> {
  const attempt = approval && (await findPaymentAttemptByReference(tx, source.gateway, approval.reference))
  // Other programs may share our application at the provider. Never capture their orders.
  if (attempt) await dependencies.tasks.add(tx, { orderId: attempt.orderId, kind: 'capture', subject: attempt.id })
  for (const fact of facts) await recordFactAndNotify(dependencies, tx, await removeForeignAttempt(tx, fact), source)
}

/** Records one fact, and sends the documents and emails that follow from it. */
export async function recordFactAndNotify(
  dependencies: PaymentDependencies,
  tx: Tx,
  fact: PaymentFact,
  source: PaymentFactSource,
): Promise<void> {
  const result = await recordPaymentFact(dependencies, tx, fact, source)
  if (!result) return
  if ('orphan' in result) await notifyAdminsOfFlags(dependencies, tx, [result.orphan])
  else await issueSalesDocuments(dependencies, tx, result, fact.live)
}

/**
 * Records the counter entry of a payment that an admin takes back. It counts from the decision on, which the caller adds
 * next. Both keep their own month (P-110).
 */
export async function recordTakenBackPayment(
  dependencies: PaymentDependencies,
  tx: Tx,
  gateway: string,
  transactionId: string,
): Promise<void> {
  const payment = (await listFactsOfTransaction(tx, gateway, transactionId)).find(({ kind }) => kind === 'settled')
  if (!payment) return
  const { attemptId, cents, currency, payees, live } = payment
  const amounts = { cents, currency, payees, live, ...(attemptId !== undefined && { attemptId }) }
  const fact = { ...amounts, kind: 'takenBack', transactionId, parentTransactionId: transactionId, at: Date.now() } as const
  await recordFactAndNotify(dependencies, tx, fact, { gateway, noticeId: null })
}

/** Removes our attempt id from a fact if the fact's order at the provider isn't that attempt's order. */
async function removeForeignAttempt(tx: Tx, fact: PaymentFact): Promise<PaymentFact> {
  if (fact.reference === undefined || fact.attemptId === undefined) return fact
  const attempt = await findPaymentAttempt(tx, fact.attemptId)
  if (!attempt || attempt.reference === fact.reference) return fact
  const { attemptId: _foreign, ...rest } = fact
  return rest
}

/**
 * Stores a fact, matches it with a refund request and updates the payment state of its order. Nothing else adds payments to
 * an order. Returns undefined for a known fact, and a new flag if the payment belongs to no order.
 */
async function recordPaymentFact(
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
  const isRefund = REFUND_FACT_KINDS.has(fact.kind)
  const isFirstReport = isRefund && (await isFirstReportOfRefund(tx, gateway, fact))
  const isNewFact = await insertOrCompletePaymentFact(tx, {
    ...booking,
    ...fact,
    at: booking.at,
    gateway,
    orderId: orderId ?? null,
    noticeId,
  })
  if (isRefund) await applyReportedRefund(dependencies, tx, gateway, { ...fact, isFirstReport })
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
