import type { Tx } from '../../platform/db/database-writer.ts'
import type { DatabaseReader, OrderDecisionTable, PaymentAttemptTable, PaymentFactTable } from '../../platform/db/tables.ts'
import type { LedgerEntry } from './ledger/ledger-entries.ts'
import type { PaymentAttempt, PaymentFact } from './ledger/payment-fact.ts'

/** A hand-off as it is kept. */
export type StoredPaymentAttempt = PaymentAttempt & {
  orderId: string
  reference: string | null
  createdAt: number
  /** When it ended without a payment; it is not used again. */
  closedAt: number | null
  /** The provider's name for why it refused the payment, and which approval it refused. */
  refusal: string | null
  refusedApproval: string | null
}

/** A fact as it is kept: with the provider it came from, and whose it is, where that is known. */
export type StoredPaymentFact = PaymentFact & {
  gateway: string
  orderId: string | null
  noticeId: string | null
  recordedAt: number
} & LedgerAmounts

/** What a fact adds to the books, in cents. */
type LedgerAmounts = { received: number; refunded: number }

/** A person's decision: see `OrderIntentTable`. */
export type PaymentDecision = Omit<OrderDecisionTable, 'order_id'>

export async function insertAttempt(tx: Tx, attempt: PaymentAttempt & { orderId: string }): Promise<StoredPaymentAttempt> {
  const { orderId, live, ...rest } = attempt
  const row = { ...rest, order_id: orderId, live: Number(live), reference: null, created_at: Date.now() }
  await tx.insertInto('payment_attempt').values(row).execute()
  return { ...attempt, reference: null, createdAt: row.created_at, closedAt: null, refusal: null, refusedApproval: null }
}

/** What the provider calls the hand-off and its payee, once it was asked. */
export async function saveProviderReference(
  tx: Tx,
  attemptId: string,
  { reference, payeeNames }: { reference: string; payeeNames: readonly string[] },
): Promise<void> {
  const payee_aliases = JSON.stringify(payeeNames)
  await tx.updateTable('payment_attempt').set({ reference, payee_aliases }).where('id', '=', attemptId).execute()
}

/** Ends a hand-off without a payment: the next one is another. */
export async function closeAttempt(
  tx: Tx,
  id: string,
  outcome: Partial<Pick<PaymentAttemptTable, 'refusal' | 'refused_approval_id'>> = {},
): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({ closed_at: Date.now(), ...outcome })
    .where('id', '=', id)
    .execute()
}

export async function findAttemptByReference(
  db: DatabaseReader,
  gateway: string,
  reference: string,
): Promise<StoredPaymentAttempt | undefined> {
  const all = db.selectFrom('payment_attempt').selectAll().where('reference', '=', reference)
  const row = await all.where('gateway', '=', gateway).executeTakeFirst()
  return row && toAttempt(row)
}

export async function findAttempt(db: DatabaseReader, id: string): Promise<StoredPaymentAttempt | undefined> {
  const row = await db.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAttempt(row)
}

/** Returns the first of these ids that is a hand-off, with the customer of its order. */
export async function findAttemptOwner(
  db: DatabaseReader,
  ids: readonly string[],
): Promise<{ attempt_id: string; account: string } | undefined> {
  return db
    .selectFrom('payment_attempt')
    .innerJoin('orders', 'orders.id', 'payment_attempt.order_id')
    .select(['payment_attempt.id as attempt_id', 'orders.customer_email as account'])
    .where('payment_attempt.id', 'in', ids)
    .limit(1)
    .executeTakeFirst()
}

/** Oldest first. */
export async function listAttempts(db: DatabaseReader, orderId: string): Promise<StoredPaymentAttempt[]> {
  const all = db.selectFrom('payment_attempt').selectAll().where('order_id', '=', orderId)
  return (await all.orderBy('created_at').orderBy('id').execute()).map(toAttempt)
}

/**
 * Stores a fact once for each transaction and kind. The same fact told again with more detail completes it; what was told
 * first is never replaced. False where nothing was new.
 */
export async function storeFact(tx: Tx, fact: Omit<StoredPaymentFact, 'recordedAt' | keyof LedgerAmounts>): Promise<boolean> {
  return (await insertFact(tx, fact)) || completeFact(tx, fact)
}

/** Adds what a stored fact lacks: its hand-off, its payment, names of the payee, the fee. */
async function completeFact(tx: Tx, fact: Omit<StoredPaymentFact, 'recordedAt' | keyof LedgerAmounts>): Promise<boolean> {
  const { gateway, transactionId, kind } = fact
  const stored = (await listTransactionFacts(tx, gateway, transactionId)).find((one) => one.kind === kind)
  if (!stored) return false
  const payees = [...new Set([...stored.payees, ...fact.payees])]
  const completed = {
    attempt_id: stored.attemptId ?? fact.attemptId ?? null,
    parent_transaction_id: stored.parentTransactionId ?? fact.parentTransactionId ?? null,
    payees: JSON.stringify(payees),
    fee_cents: stored.feeCents ?? fact.feeCents ?? null,
  }
  const isSame =
    payees.length === stored.payees.length &&
    completed.attempt_id === (stored.attemptId ?? null) &&
    completed.parent_transaction_id === (stored.parentTransactionId ?? null) &&
    completed.fee_cents === (stored.feeCents ?? null) &&
    (stored.orderId !== null || fact.orderId === null)
  if (isSame) return false
  const row = tx
    .updateTable('payment_fact')
    .set(completed)
    .where('gateway', '=', gateway)
    .where('transaction_id', '=', transactionId)
  await row.where('kind', '=', kind).execute()
  return true
}

async function insertFact(tx: Tx, fact: Omit<StoredPaymentFact, 'recordedAt' | keyof LedgerAmounts>): Promise<boolean> {
  const added = await tx
    .insertInto('payment_fact')
    .values({
      gateway: fact.gateway,
      transaction_id: fact.transactionId,
      kind: fact.kind,
      parent_transaction_id: fact.parentTransactionId ?? null,
      attempt_id: fact.attemptId ?? null,
      order_id: fact.orderId,
      notice_id: fact.noticeId,
      cents: fact.cents,
      currency: fact.currency,
      payees: JSON.stringify(fact.payees),
      live: Number(fact.live),
      at: fact.at,
      recorded_at: Date.now(),
      fee_cents: fact.feeCents ?? null,
      case_id: fact.dispute?.caseId ?? null,
      due_at: fact.dispute?.dueAt ?? null,
      received_cents: 0,
      refunded_cents: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return added !== undefined
}

/** In the order in which they were written down. */
export async function listFacts(db: DatabaseReader, orderId: string): Promise<StoredPaymentFact[]> {
  const all = db.selectFrom('payment_fact').selectAll().where('order_id', '=', orderId)
  return (await all.orderBy('recorded_at').orderBy('transaction_id').orderBy('kind').execute()).map(toFact)
}

/** Keeps with each fact of an order what it adds to the books, so that sums by date need no more. Returns whether one changed. */
export async function saveLedgerEntries(
  tx: Tx,
  facts: readonly StoredPaymentFact[],
  entries: readonly LedgerEntry[],
): Promise<boolean> {
  let isChanged = false
  const remaining = [...entries]
  for (const { kind, transactionId, gateway, ...current } of facts) {
    // Two gateways may tell the same of the same transaction: it counts once.
    const entryIndex = remaining.findIndex(({ fact }) => fact.kind === kind && fact.transactionId === transactionId)
    const [entry] = entryIndex === -1 ? [] : remaining.splice(entryIndex, 1)
    const { received = 0, refunded = 0 } = entry ?? {}
    if (current.received === received && current.refunded === refunded) continue
    isChanged = true
    await tx
      .updateTable('payment_fact')
      .set({ received_cents: received, refunded_cents: refunded })
      .where('gateway', '=', gateway)
      .where('transaction_id', '=', transactionId)
      .where('kind', '=', kind)
      .execute()
  }
  return isChanged
}

/** Of one transaction, whoever's it is. */
export async function listTransactionFacts(
  db: DatabaseReader,
  gateway: string,
  transactionId: string,
): Promise<StoredPaymentFact[]> {
  const all = db.selectFrom('payment_fact').selectAll().where('gateway', '=', gateway).where('transaction_id', '=', transactionId)
  return (await all.orderBy('kind').execute()).map(toFact)
}

/** Whether money has arrived by that gateway and at that account, as it was asked for. */
export async function hasReceivedPayment(
  db: DatabaseReader,
  { gateway, payee, live }: Pick<PaymentAttempt, 'gateway' | 'payee' | 'live'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_fact')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment_fact.attempt_id')
    .innerJoin('orders', 'orders.id', 'payment_fact.order_id')
    .select('payment_fact.kind')
    .where('payment_fact.kind', '=', 'settled')
    .where('payment_fact.gateway', '=', gateway)
    .where('payment_attempt.payee', '=', payee)
    .where('payment_attempt.live', '=', Number(live))
    .where('orders.payment_status', '=', 'Paid')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whose a transaction is. */
export async function findOrderOfTransaction(
  db: DatabaseReader,
  gateway: string,
  transactionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_fact')
    .select('order_id')
    .where('gateway', '=', gateway)
    .where('transaction_id', '=', transactionId)
    .where('order_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.order_id ?? undefined
}

/** Names the hand-off that a transaction is to count for. */
export async function assignToAttempt(tx: Tx, gateway: string, transactionId: string, attemptId: string): Promise<void> {
  await tx
    .updateTable('payment_fact')
    .set({ attempt_id: attemptId })
    .where('gateway', '=', gateway)
    .where('transaction_id', '=', transactionId)
    .execute()
}

/** Gives what was told of a transaction, and of what became of it, to the order that it turns out to belong to; answers the transactions. */
export async function assignTransactionToOrder(
  tx: Tx,
  gateway: string,
  transactionId: string,
  orderId: string,
): Promise<string[]> {
  const rows = await tx
    .updateTable('payment_fact')
    .set({ order_id: orderId })
    .where('gateway', '=', gateway)
    .where(({ or, eb }) => or([eb('transaction_id', '=', transactionId), eb('parent_transaction_id', '=', transactionId)]))
    .where('order_id', 'is', null)
    .returning('transaction_id')
    .execute()
  return rows.map((row) => row.transaction_id)
}

type NewDecision = Pick<PaymentDecision, 'id' | 'kind' | 'actor' | 'reason'> & Partial<PaymentDecision>

export async function insertDecision(tx: Tx, orderId: string, decision: NewDecision): Promise<void> {
  const defaults = { subject: null, method: null, reference: null, paid_on: null }
  await tx
    .insertInto('order_decision')
    .values({ ...defaults, ...decision, order_id: orderId, at: Date.now() })
    .execute()
}

/** Oldest first. */
export async function listDecisions(db: DatabaseReader, orderId: string): Promise<PaymentDecision[]> {
  const all = db.selectFrom('order_decision').selectAll().where('order_id', '=', orderId)
  return all.orderBy('at').orderBy('id').execute()
}

/** Returns the newest mark by hand that was not taken back. */
export function findNewestManualPayment(decisions: readonly PaymentDecision[]): PaymentDecision | undefined {
  const undoneIds = new Set(decisions.flatMap(({ kind, subject }) => (kind === 'paidByHandTakenBack' ? [subject] : [])))
  return decisions.findLast(({ kind, id }) => kind === 'paidByHand' && !undoneIds.has(id))
}

function toAttempt(row: PaymentAttemptTable): StoredPaymentAttempt {
  const { order_id, live, created_at, payee_aliases, closed_at = null, refusal = null, refused_approval_id = null, ...rest } = row
  return {
    ...rest,
    orderId: order_id,
    live: live === 1,
    createdAt: created_at,
    closedAt: closed_at,
    refusal,
    refusedApproval: refused_approval_id,
    ...(payee_aliases && { payeeNames: JSON.parse(payee_aliases) as string[] }),
  }
}

function toFact(row: PaymentFactTable): StoredPaymentFact {
  return {
    gateway: row.gateway,
    transactionId: row.transaction_id,
    kind: row.kind,
    ...(row.parent_transaction_id !== null && { parentTransactionId: row.parent_transaction_id }),
    ...(row.attempt_id !== null && { attemptId: row.attempt_id }),
    orderId: row.order_id,
    noticeId: row.notice_id,
    cents: row.cents,
    currency: row.currency,
    payees: JSON.parse(row.payees) as string[],
    live: row.live === 1,
    at: row.at,
    recordedAt: row.recorded_at,
    received: row.received_cents,
    refunded: row.refunded_cents,
    ...(row.fee_cents !== null && { feeCents: Number(row.fee_cents) }),
    ...(row.case_id !== null && {
      dispute: { caseId: row.case_id, ...(row.due_at !== null && { dueAt: row.due_at }) },
    }),
  }
}
