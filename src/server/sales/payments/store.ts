import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { joinableOrders } from '#server/sales/orders/queries.ts'
import type { PaymentAttemptTerms, PaymentFact } from './ledger/payment-fact.ts'
import type { PaymentAttemptTable, PaymentDecisionTable, RefundRequestTable } from './tables.ts'

export type StoredPaymentAttempt = PaymentAttemptTerms & {
  orderId: string
  reference: string | null
  createdAt: number
  /** When it ended without a payment, epoch ms. The customer can't use it again. */
  closedAt: number | null
  /** The provider's code for a refused payment. */
  refusal: string | null
  /** The id of the approval that the provider refused. */
  refusedApproval: string | null
}

export async function insertPaymentAttempt(
  tx: Tx,
  attempt: PaymentAttemptTerms & { orderId: string },
): Promise<StoredPaymentAttempt> {
  const { orderId, live, ...rest } = attempt
  const row = { ...rest, order_id: orderId, live: Number(live), reference: null, created_at: Date.now() }
  await tx.insertInto('payment_attempt').values(row).execute()
  return { ...attempt, reference: null, createdAt: row.created_at, closedAt: null, refusal: null, refusedApproval: null }
}

/** Stores the provider's order id and its names of the payee. */
export async function saveAttemptProviderReference(
  tx: Tx,
  attemptId: string,
  { reference, payeeIdentifiers }: { reference: string; payeeIdentifiers: readonly string[] },
): Promise<void> {
  const payee_aliases = JSON.stringify(payeeIdentifiers)
  await tx.updateTable('payment_attempt').set({ reference, payee_aliases }).where('id', '=', attemptId).execute()
}

/** Ends an attempt without a payment. The next checkout needs a new attempt. */
export async function closeUnpaidAttempt(
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

export async function findPaymentAttemptByReference(
  db: DatabaseReader,
  gateway: string,
  reference: string,
): Promise<StoredPaymentAttempt | undefined> {
  const all = db.selectFrom('payment_attempt').selectAll().where('reference', '=', reference)
  const row = await all.where('gateway', '=', gateway).executeTakeFirst()
  return row && toAttempt(row)
}

export async function findPaymentAttempt(db: DatabaseReader, id: string): Promise<StoredPaymentAttempt | undefined> {
  const row = await db.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAttempt(row)
}

/** Returns the first of these ids that is a checkout attempt, with the customer of its order. */
export async function findFirstAttemptAmongIds(
  db: DatabaseReader,
  ids: readonly string[],
): Promise<{ attempt_id: string; account: string } | undefined> {
  return db
    .selectFrom('payment_attempt')
    .innerJoin(joinableOrders, 'orders.id', 'payment_attempt.order_id')
    .select(['payment_attempt.id as attempt_id', 'orders.customer_email as account'])
    .where('payment_attempt.id', 'in', ids)
    .limit(1)
    .executeTakeFirst()
}

/** Returns the oldest attempt first. */
export async function listPaymentAttempts(db: DatabaseReader, orderId: string): Promise<StoredPaymentAttempt[]> {
  const all = db.selectFrom('payment_attempt').selectAll().where('order_id', '=', orderId)
  return (await all.orderBy('created_at').orderBy('id').execute()).map(toAttempt)
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
    ...(payee_aliases && { payeeIdentifiers: JSON.parse(payee_aliases) as string[] }),
  }
}

/** A decision of a customer or an admin; see `PaymentDecisionTable`. */
export type PaymentDecision = Omit<PaymentDecisionTable, 'order_id'>

type NewDecision = Pick<PaymentDecision, 'id' | 'kind' | 'actor' | 'reason'> & Partial<PaymentDecision>

export async function insertPaymentDecision(tx: Tx, orderId: string, decision: NewDecision): Promise<void> {
  const defaults = { subject: null, method: null, reference: null, paid_on: null }
  await tx
    .insertInto('order_decision')
    .values({ ...defaults, ...decision, order_id: orderId, at: Date.now() })
    .execute()
}

/** Returns the oldest decision first. */
export async function listPaymentDecisions(db: DatabaseReader, orderId: string): Promise<PaymentDecision[]> {
  const all = db.selectFrom('order_decision').selectAll().where('order_id', '=', orderId)
  return all.orderBy('at').orderBy('id').execute()
}

/** Returns the newest mark by hand that no admin took back. */
export function pickActiveManualPayment(decisions: readonly PaymentDecision[]): PaymentDecision | undefined {
  const undoneIds = new Set(decisions.flatMap(({ kind, subject }) => (kind === 'paidByHandTakenBack' ? [subject] : [])))
  return decisions.findLast(({ kind, id }) => kind === 'paidByHand' && !undoneIds.has(id))
}

export type RefundRequest = RefundRequestTable

export async function insertRefundRequest(tx: Tx, request: RefundRequest): Promise<void> {
  await tx.insertInto('refund_request').values(request).execute()
}

export async function findRefundRequest(db: DatabaseReader, id: string): Promise<RefundRequest | undefined> {
  return db.selectFrom('refund_request').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the oldest request first. */
export async function listRefundRequests(db: DatabaseReader, orderId: string): Promise<RefundRequest[]> {
  const all = db.selectFrom('refund_request').selectAll().where('order_id', '=', orderId)
  return all.orderBy('at').orderBy('id').execute()
}

/** Returns false if the request isn't in one of the `from` states. */
export async function changeRefundState(
  tx: Tx,
  id: string,
  from: readonly RefundRequest['state'][],
  to: Pick<RefundRequest, 'state' | 'refusal'> & Partial<Pick<RefundRequest, 'refund_transaction_id'>>,
): Promise<boolean> {
  const update = tx.updateTable('refund_request').set(to).where('id', '=', id).where('state', 'in', from).returning('id')
  return (await update.executeTakeFirst()) !== undefined
}

/** The states in which the provider may still refund. The money of such a request stays reserved. */
export const OPEN_REFUND_STATES: readonly RefundRequest['state'][] = ['asked', 'expected', 'unclear']

/** Returns the request that a refund at the provider belongs to. */
export async function findRequestOfRefund(
  db: DatabaseReader,
  gateway: string,
  refundTransactionId: string,
): Promise<RefundRequest | undefined> {
  const all = db.selectFrom('refund_request').selectAll().where('refund_transaction_id', '=', refundTransactionId)
  return all.where('gateway', '=', gateway).executeTakeFirst()
}

/** Returns the oldest open request with this payment and amount that has no refund at the provider. */
export async function findOldestUnmatchedRequest(
  db: DatabaseReader,
  gateway: string,
  { parentTransactionId, cents }: Pick<PaymentFact, 'parentTransactionId' | 'cents'>,
): Promise<RefundRequest | undefined> {
  if (parentTransactionId === undefined) return undefined
  const open = db
    .selectFrom('refund_request')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('payment_transaction_id', '=', parentTransactionId)
    .where('cents', '=', cents)
    .where('state', 'in', OPEN_REFUND_STATES)
    .where('refund_transaction_id', 'is', null)
  return open.orderBy('at').orderBy('id').executeTakeFirst()
}

/** Saves which refund at the provider belongs to a request, and the state that follows from it. */
export async function saveRefundOfRequest(
  tx: Tx,
  id: string,
  { state, refusal, refund_transaction_id }: Pick<RefundRequest, 'state' | 'refusal' | 'refund_transaction_id'>,
): Promise<void> {
  await tx.updateTable('refund_request').set({ state, refusal, refund_transaction_id }).where('id', '=', id).execute()
}
