import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { OrdersModule, StoredOrder } from '../orders/orders.ts'
import { listPaymentAttempts } from './attempts/store.ts'
import { listPaymentDecisions } from './decisions/store.ts'
import {
  computePaymentState,
  FLAG_KINDS_FROM_PAYMENT_STATE,
  filterCountedPaymentFacts,
  getPaymentDecisionEffects,
  type OrderPaymentState,
} from './ledger/compute-payment-state.ts'
import { listPaymentFacts, type StoredPaymentFact, saveLedgerAmountsOfFacts } from './ledger/store.ts'
import { listRefundRequests, type RefundRequest } from './refunds/store.ts'
import { buildDisputeFlag, buildFactFlag } from './review-flags/build-review-flags.ts'
import { listOpenReviewFlagKinds, type NewReviewFlag, syncReviewFlags } from './review-flags/store.ts'

export type OrderWriter = Pick<OrdersModule, 'lockCounters' | 'setPaymentState'>

/** The order before, its payment state now, its facts, the facts that count, and the new flags. */
export type RecomputedPaymentState = {
  before: StoredOrder
  paymentState: OrderPaymentState
  facts: readonly StoredPaymentFact[]
  countedFacts: readonly StoredPaymentFact[]
  newFlags: readonly NewReviewFlag[]
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
  const flags = buildFlags(orderId, paymentState, await listRefundRequests(tx, orderId))
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
  return { before, paymentState, facts, countedFacts: filterCountedPaymentFacts(facts, paymentState), newFlags }
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
