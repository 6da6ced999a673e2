import type { Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'
import type { Orders, StoredOrder } from '../../orders/orders.ts'
import { dispute, doubt, orphan } from '../flags/flags.ts'
import { closeAbout, OVER, openFlagsOf, type Raised, raiseFlag, setFlags } from '../flags/store.ts'
import { giveNoticeTo } from '../notices/store.ts'
import {
  adopt,
  attemptsOf,
  factsOf,
  findAttempt,
  intentsOf,
  orderOfTransaction,
  type StoredFact,
  setEntries,
  storeFact,
} from '../store.ts'
import type { Fact } from './fact.ts'
import { countedFacts, decisionsOf, STANDING_FLAGS, type Standing, standingOf } from './standing.ts'

/** Where a fact comes from: which provider, and in which notice, if in one. */
export type Source = { gateway: string; noticeId: string | null }

/** The effect of a fact: the order before it, the payment state after it, the facts that count, and the new flags. */
export type Settled = { before: StoredOrder; standing: Standing; counted: readonly StoredFact[]; raised: readonly Raised[] }

type Books = Pick<Orders, 'hold' | 'changePayment'>

/**
 * Writes down what a provider told, and what follows from it for the order. The one way by which an order becomes
 * paid. Returns what changed: nothing for a known fact, and only the flag if no order can be found for the payment.
 */
export async function recordFact(
  tx: Tx,
  orders: Books,
  fact: Fact,
  { gateway, noticeId }: Source,
): Promise<Settled | { orphan: Raised } | undefined> {
  // First: facts of one payment that come at once, in two processes, take turns.
  await orders.hold(tx)
  const orderId = await orderOf(tx, fact, gateway)
  const isNews = await storeFact(tx, { ...fact, gateway, orderId: orderId ?? null, noticeId })
  if (orderId === undefined) {
    const flag = orphan(gateway, fact.transactionId)
    return isNews && (await raiseFlag(tx, null, flag)) ? { orphan: flag } : undefined
  }
  if (noticeId !== null) await giveNoticeTo(tx, noticeId, orderId)
  if (!isNews) return undefined
  await adoptAll(tx, gateway, fact.transactionId, orderId)
  return settle(tx, orders, orderId)
}

/** Reads the payment facts of an order, and the payment state that they add up to. */
export async function loadLedger(db: Reader, orderId: string): Promise<{ facts: StoredFact[]; standing: Standing }> {
  const [attempts, facts, intents] = [await attemptsOf(db, orderId), await factsOf(db, orderId), await intentsOf(db, orderId)]
  return { facts, standing: standingOf({ attempts, facts, ...decisionsOf(intents) }) }
}

/** Works out how an order stands, and makes it so: its status, its flags, and what is counted of it. */
export async function settle(tx: Tx, orders: Books, orderId: string): Promise<Settled> {
  await orders.hold(tx)
  const { facts, standing } = await loadLedger(tx, orderId)
  await setEntries(tx, facts, standing.entries)
  const raised = await setFlags(tx, orderId, flagsFor(orderId, standing), STANDING_FLAGS)
  const isMismatch = standing.paymentStatus === 'UnPaid' && (await openFlagsOf(tx, [orderId])).get(orderId)?.includes('review')
  const before = await orders.changePayment(tx, orderId, {
    status: standing.paymentStatus,
    review: standing.flags.includes('pending') ? 'pending' : isMismatch ? 'mismatch' : 'none',
    received: standing.settled,
    refunded: standing.returned,
    isTest: standing.isTest,
  })
  return { before, standing, counted: countedFacts(facts, standing), raised }
}

/** By the hand-off that it names, or by the payment that it changes. */
async function orderOf(tx: Tx, fact: Fact, gateway: string): Promise<string | undefined> {
  const attempt = fact.attemptId === undefined ? undefined : await findAttempt(tx, fact.attemptId)
  if (attempt) return attempt.orderId
  return (
    (await orderOfTransaction(tx, gateway, fact.transactionId)) ??
    (fact.parentTransactionId === undefined ? undefined : await orderOfTransaction(tx, gateway, fact.parentTransactionId))
  )
}

/** What came before the payment that it is about finds its order now. */
export async function adoptAll(tx: Tx, gateway: string, transactionId: string, orderId: string): Promise<void> {
  for (const adopted of await adopt(tx, gateway, transactionId, orderId)) {
    await closeAbout(tx, orphan(gateway, adopted), OVER)
    if (adopted !== transactionId) await adoptAll(tx, gateway, adopted, orderId)
  }
}

/** Returns the flags of a payment state. The amounts are in the subject, so that closing one flag hides no later one. */
function flagsFor(orderId: string, { flags, settled, returned, doubtful, disputes }: Standing): Raised[] {
  return flags.flatMap<Raised>((kind) => {
    if (kind === 'review') return doubtful.map((fact) => doubt(orderId, fact))
    if (kind === 'dispute') return disputes.map((one) => dispute(orderId, one))
    return [{ kind, subject: `${orderId} ${settled} ${returned}` }]
  })
}
