import type { Tx } from '../../platform/db/database-writer.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import type { OrdersModule, StoredOrder } from '../orders/orders.ts'
import { findPaymentAttempt, listPaymentAttempts } from './attempts/store.ts'
import { listPaymentDecisions } from './decisions/store.ts'
import {
  computePaymentState,
  FLAG_KINDS_FROM_PAYMENT_STATE,
  filterCountedPaymentFacts,
  getPaymentDecisionEffects,
  type OrderPaymentState,
} from './ledger/compute-payment-state.ts'
import type { PaymentFact } from './ledger/payment-fact.ts'
import {
  findOrderOfTransaction,
  insertOrCompletePaymentFact,
  listPaymentFacts,
  type StoredPaymentFact,
  saveLedgerAmountsOfFacts,
  setOrderOfFacts,
} from './ledger/store.ts'
import { linkPaymentNoticeToOrder } from './notices/store.ts'
import { buildDisputeFlag, buildOrphanedPaymentFlag, buildPaymentMismatchFlag } from './review-flags/build-review-flags.ts'
import {
  closeReviewFlagBySubject,
  listOpenReviewFlagKinds,
  type NewReviewFlag,
  raiseReviewFlag,
  syncReviewFlags,
} from './review-flags/store.ts'

/** The origin of a fact. `noticeId` is null for a query's or an admin's fact. */
export type PaymentFactSource = { gateway: string; noticeId: string | null }

/** The effect of a fact: the order before it, the payment state after it, the facts that count, and the new flags. */
export type RecomputedPaymentState = {
  before: StoredOrder
  paymentState: OrderPaymentState
  countedFacts: readonly StoredPaymentFact[]
  newFlags: readonly NewReviewFlag[]
}

type OrderWriter = Pick<OrdersModule, 'lockCounters' | 'setPaymentState'>

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

/** Returns the payment facts of an order, and the payment state that they add up to. */
export async function loadFactsAndPaymentState(
  db: DatabaseReader,
  orderId: string,
): Promise<{ facts: StoredPaymentFact[]; paymentState: OrderPaymentState }> {
  const [attempts, facts, decisions] = [
    await listPaymentAttempts(db, orderId),
    await listPaymentFacts(db, orderId),
    await listPaymentDecisions(db, orderId),
  ]
  return { facts, paymentState: computePaymentState({ attempts, facts, ...getPaymentDecisionEffects(decisions) }) }
}

/** Computes the payment state of an order, and stores it: the status, the flags and the counters. */
export async function recomputePaymentState(tx: Tx, orders: OrderWriter, orderId: string): Promise<RecomputedPaymentState> {
  await orders.lockCounters(tx)
  const { facts, paymentState } = await loadFactsAndPaymentState(tx, orderId)
  await saveLedgerAmountsOfFacts(tx, facts, paymentState.entries)
  const newFlags = await syncReviewFlags(tx, orderId, buildFlags(orderId, paymentState), FLAG_KINDS_FROM_PAYMENT_STATE)
  const isMismatch =
    paymentState.paymentStatus === 'UnPaid' && (await listOpenReviewFlagKinds(tx, [orderId])).get(orderId)?.includes('review')
  const before = await orders.setPaymentState(tx, orderId, {
    status: paymentState.paymentStatus,
    review: paymentState.flags.includes('pending') ? 'pending' : isMismatch ? 'mismatch' : 'none',
    received: paymentState.settled,
    refunded: paymentState.returned,
    isTest: paymentState.isTest,
  })
  return { before, paymentState, countedFacts: filterCountedPaymentFacts(facts, paymentState), newFlags }
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

/** Returns the flags of a payment state. The subject contains the amounts, so that a closed flag doesn't hide a later one. */
function buildFlags(orderId: string, { flags, settled, returned, mismatched, disputes }: OrderPaymentState): NewReviewFlag[] {
  return flags.flatMap<NewReviewFlag>((kind) => {
    if (kind === 'review') return mismatched.map((fact) => buildPaymentMismatchFlag(orderId, fact))
    if (kind === 'dispute') return disputes.map((one) => buildDisputeFlag(orderId, one))
    return [{ kind, subject: `${orderId} ${settled} ${returned}` }]
  })
}
