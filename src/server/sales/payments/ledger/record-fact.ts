import type { Tx } from '../../../platform/db/database-writer.ts'
import type { DatabaseReader } from '../../../platform/db/tables.ts'
import type { Orders, StoredOrder } from '../../orders/orders.ts'
import { linkNoticeToOrder } from '../notices/store.ts'
import { buildDisputeFlag, buildMismatchFlag, buildOrphanFlag } from '../review-flags/review-flags.ts'
import {
  CLOSED_BY_SYSTEM,
  closeFlagBySubject,
  listOpenFlagKinds,
  type NewFlag,
  raiseFlag,
  syncFlags,
} from '../review-flags/store.ts'
import {
  assignTransactionToOrder,
  findAttempt,
  findOrderOfTransaction,
  listAttempts,
  listDecisions,
  listFacts,
  type StoredPaymentFact,
  saveLedgerEntries,
  storeFact,
} from '../store.ts'
import {
  COMPUTED_FLAG_KINDS,
  computePaymentState,
  type PaymentState,
  selectCountedFacts,
  toDecisionEffects,
} from './compute-payment-state.ts'
import type { PaymentFact } from './payment-fact.ts'

/** Where a fact comes from: which provider, and in which notice, if in one. */
export type FactSource = { gateway: string; noticeId: string | null }

/** The effect of a fact: the order before it, the payment state after it, the facts that count, and the new flags. */
export type PaymentStateUpdate = {
  before: StoredOrder
  paymentState: PaymentState
  countedFacts: readonly StoredPaymentFact[]
  newFlags: readonly NewFlag[]
}

type OrderWriter = Pick<Orders, 'lockCounters' | 'setPaymentState'>

/**
 * Writes down what a provider told, and what follows from it for the order. The one way by which an order becomes
 * paid. Returns what changed: nothing for a known fact, and only the flag if no order can be found for the payment.
 */
export async function recordFact(
  tx: Tx,
  orders: OrderWriter,
  fact: PaymentFact,
  { gateway, noticeId }: FactSource,
): Promise<PaymentStateUpdate | { orphan: NewFlag } | undefined> {
  // First: facts of one payment that come at once, in two processes, take turns.
  await orders.lockCounters(tx)
  const orderId = await findOrderOfFact(tx, fact, gateway)
  const isNewFact = await storeFact(tx, { ...fact, gateway, orderId: orderId ?? null, noticeId })
  if (orderId === undefined) {
    const flag = buildOrphanFlag(gateway, fact.transactionId)
    return isNewFact && (await raiseFlag(tx, null, flag)) ? { orphan: flag } : undefined
  }
  if (noticeId !== null) await linkNoticeToOrder(tx, noticeId, orderId)
  if (!isNewFact) return undefined
  await assignFactsToOrder(tx, gateway, fact.transactionId, orderId)
  return updatePaymentState(tx, orders, orderId)
}

/** Reads the payment facts of an order, and the payment state that they add up to. */
export async function loadLedger(
  db: DatabaseReader,
  orderId: string,
): Promise<{ facts: StoredPaymentFact[]; paymentState: PaymentState }> {
  const [attempts, facts, intents] = [
    await listAttempts(db, orderId),
    await listFacts(db, orderId),
    await listDecisions(db, orderId),
  ]
  return { facts, paymentState: computePaymentState({ attempts, facts, ...toDecisionEffects(intents) }) }
}

/** Works out how an order stands, and makes it so: its status, its flags, and what is counted of it. */
export async function updatePaymentState(tx: Tx, orders: OrderWriter, orderId: string): Promise<PaymentStateUpdate> {
  await orders.lockCounters(tx)
  const { facts, paymentState } = await loadLedger(tx, orderId)
  await saveLedgerEntries(tx, facts, paymentState.entries)
  const newFlags = await syncFlags(tx, orderId, buildFlags(orderId, paymentState), COMPUTED_FLAG_KINDS)
  const isMismatch =
    paymentState.paymentStatus === 'UnPaid' && (await listOpenFlagKinds(tx, [orderId])).get(orderId)?.includes('review')
  const before = await orders.setPaymentState(tx, orderId, {
    status: paymentState.paymentStatus,
    review: paymentState.flags.includes('pending') ? 'pending' : isMismatch ? 'mismatch' : 'none',
    received: paymentState.settled,
    refunded: paymentState.returned,
    isTest: paymentState.isTest,
  })
  return { before, paymentState, countedFacts: selectCountedFacts(facts, paymentState), newFlags }
}

/** By the hand-off that it names, or by the payment that it changes. */
async function findOrderOfFact(tx: Tx, fact: PaymentFact, gateway: string): Promise<string | undefined> {
  const attempt = fact.attemptId === undefined ? undefined : await findAttempt(tx, fact.attemptId)
  if (attempt) return attempt.orderId
  return (
    (await findOrderOfTransaction(tx, gateway, fact.transactionId)) ??
    (fact.parentTransactionId === undefined ? undefined : await findOrderOfTransaction(tx, gateway, fact.parentTransactionId))
  )
}

/** What came before the payment that it is about finds its order now. */
export async function assignFactsToOrder(tx: Tx, gateway: string, transactionId: string, orderId: string): Promise<void> {
  for (const assignedTransactionId of await assignTransactionToOrder(tx, gateway, transactionId, orderId)) {
    await closeFlagBySubject(tx, buildOrphanFlag(gateway, assignedTransactionId), CLOSED_BY_SYSTEM)
    if (assignedTransactionId !== transactionId) await assignFactsToOrder(tx, gateway, assignedTransactionId, orderId)
  }
}

/** Returns the flags of a payment state. The amounts are in the subject, so that closing one flag hides no later one. */
function buildFlags(orderId: string, { flags, settled, returned, mismatched: doubtful, disputes }: PaymentState): NewFlag[] {
  return flags.flatMap<NewFlag>((kind) => {
    if (kind === 'review') return doubtful.map((fact) => buildMismatchFlag(orderId, fact))
    if (kind === 'dispute') return disputes.map((one) => buildDisputeFlag(orderId, one))
    return [{ kind, subject: `${orderId} ${settled} ${returned}` }]
  })
}
