import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { joinableOrders } from '#server/sales/orders/queries.ts'
import type { PaymentFactTable } from '../tables.ts'
import type { PaymentAttemptTerms, PaymentFact } from './payment-fact.ts'
import type { LedgerEntry } from './summarize-payment.ts'

/** `orderId` is null for a payment without a known order. `noticeId` is null if no notice reported the fact. */
export type StoredPaymentFact = PaymentFact & {
  gateway: string
  orderId: string | null
  noticeId: string | null
  recordedAt: number
} & LedgerAmounts

/** What a fact adds to the order's totals, in cents. */
type LedgerAmounts = { received: number; refunded: number }

/** `bookedOn` is the day in the business's time zone. It stays when the time zone changes. */
type NewPaymentFact = Omit<StoredPaymentFact, 'recordedAt' | keyof LedgerAmounts> & { bookedOn: string }

/**
 * Stores one fact for each transaction and kind. A later report adds missing details and replaces nothing. Returns false
 * if it adds nothing.
 */
export async function insertOrCompletePaymentFact(tx: Tx, fact: NewPaymentFact): Promise<boolean> {
  return (await insertFact(tx, fact)) || completeFact(tx, fact)
}

/** Adds the attempt, the parent transaction, payee names and the fee that a stored fact lacks. */
async function completeFact(tx: Tx, fact: NewPaymentFact): Promise<boolean> {
  const { gateway, transactionId, kind } = fact
  const storedFact = (await listFactsOfTransaction(tx, gateway, transactionId)).find((one) => one.kind === kind)
  if (!storedFact) return false
  const payees = [...new Set([...storedFact.payees, ...fact.payees])]
  const completed = {
    attempt_id: storedFact.attemptId ?? fact.attemptId ?? null,
    parent_transaction_id: storedFact.parentTransactionId ?? fact.parentTransactionId ?? null,
    payees: JSON.stringify(payees),
    fee_cents: storedFact.feeCents ?? fact.feeCents ?? null,
  }
  const isSame =
    payees.length === storedFact.payees.length &&
    completed.attempt_id === (storedFact.attemptId ?? null) &&
    completed.parent_transaction_id === (storedFact.parentTransactionId ?? null) &&
    completed.fee_cents === (storedFact.feeCents ?? null) &&
    (storedFact.orderId !== null || fact.orderId === null)
  if (isSame) return false
  const row = tx
    .updateTable('payment_fact')
    .set(completed)
    .where('gateway', '=', gateway)
    .where('transaction_id', '=', transactionId)
  await row.where('kind', '=', kind).execute()
  return true
}

async function insertFact(tx: Tx, fact: NewPaymentFact): Promise<boolean> {
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
      booked_on: fact.bookedOn,
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

/** Returns facts in the order of their storage. */
export async function listPaymentFacts(db: DatabaseReader, orderId: string): Promise<StoredPaymentFact[]> {
  const all = db.selectFrom('payment_fact').selectAll().where('order_id', '=', orderId)
  return (await all.orderBy('recorded_at').orderBy('transaction_id').orderBy('kind').execute()).map(toFact)
}

/** Stores each fact's share of the totals, so that sums by date read only facts. Returns whether a share changed. */
export async function saveLedgerAmountsOfFacts(
  tx: Tx,
  facts: readonly StoredPaymentFact[],
  entries: readonly LedgerEntry[],
): Promise<boolean> {
  let isChanged = false
  const remaining = [...entries]
  for (const { kind, transactionId, gateway, ...current } of facts) {
    // Two gateways may report the same transaction, but it counts once.
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

/** Finds facts even if they have no order. */
export async function listFactsOfTransaction(
  db: DatabaseReader,
  gateway: string,
  transactionId: string,
): Promise<StoredPaymentFact[]> {
  const all = db.selectFrom('payment_fact').selectAll().where('gateway', '=', gateway).where('transaction_id', '=', transactionId)
  return (await all.orderBy('kind').execute()).map(toFact)
}

/** Returns whether the gateway has brought a matching payment to the account. */
export async function hasPayeeReceivedPayment(
  db: DatabaseReader,
  { gateway, payee, live }: Pick<PaymentAttemptTerms, 'gateway' | 'payee' | 'live'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_fact')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment_fact.attempt_id')
    .innerJoin(joinableOrders, 'orders.id', 'payment_fact.order_id')
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

export async function assignFactsToAttempt(tx: Tx, gateway: string, transactionId: string, attemptId: string): Promise<void> {
  await tx
    .updateTable('payment_fact')
    .set({ attempt_id: attemptId })
    .where('gateway', '=', gateway)
    .where('transaction_id', '=', transactionId)
    .execute()
}

/** Assigns a transaction, its refunds and its disputes to an order if they have none. Returns their transaction ids. */
export async function setOrderOfFacts(tx: Tx, gateway: string, transactionId: string, orderId: string): Promise<string[]> {
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
