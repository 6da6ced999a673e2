import type { Tx } from '../../../platform/db/database-writer.ts'
import type { DatabaseReader, RefundRequestTable } from '../../../platform/db/tables.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'

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
  to: Pick<RefundRequest, 'state' | 'refusal'>,
): Promise<boolean> {
  const update = tx.updateTable('refund_request').set(to).where('id', '=', id).where('state', 'in', from).returning('id')
  return (await update.executeTakeFirst()) !== undefined
}

/** The states in which the provider may still refund. The money of such a request stays reserved. */
export const OPEN_REFUND_STATES: readonly RefundRequest['state'][] = ['asked', 'expected', 'unclear']

/** Confirms the oldest open request with the payment and amount of a reported refund, and returns it. */
export async function confirmRefundRequestFromReport(
  tx: Tx,
  gateway: string,
  { transactionId, parentTransactionId, cents }: Pick<PaymentFact, 'transactionId' | 'parentTransactionId' | 'cents'>,
): Promise<RefundRequest | undefined> {
  const assignedRequests = tx.selectFrom('refund_request').select('id').where('refund_transaction_id', '=', transactionId)
  if (parentTransactionId === undefined || (await assignedRequests.where('gateway', '=', gateway).executeTakeFirst()))
    return undefined
  const open = tx
    .selectFrom('refund_request')
    .select('id')
    .where('gateway', '=', gateway)
    .where('payment_transaction_id', '=', parentTransactionId)
    .where('cents', '=', cents)
    .where('state', 'in', OPEN_REFUND_STATES)
  const request = await open.orderBy('at').orderBy('id').executeTakeFirst()
  if (!request) return undefined
  return tx
    .updateTable('refund_request')
    .set({ state: 'confirmed', refund_transaction_id: transactionId })
    .where('id', '=', request.id)
    .returningAll()
    .executeTakeFirst()
}
