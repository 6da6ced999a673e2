import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import type { RefundRequestTable } from '../tables.ts'

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
