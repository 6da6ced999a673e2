import type { Tx } from '../../../platform/db/database-writer.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import { listFactsOfTransaction } from '../ledger/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { buildRefundUnclearFlag } from '../review-flags/build-review-flags.ts'
import { closeReviewFlagBySubject } from '../review-flags/store.ts'
import {
  findOldestUnmatchedRequest,
  findRefundRequest,
  findRequestOfRefund,
  OPEN_REFUND_STATES,
  type RefundRequest,
  saveRefundOfRequest,
} from './store.ts'

/** Matches a reported refund with its request. A completed one confirms the request. Call it after the fact is stored. */
export async function applyReportedRefund(tx: Tx, gateway: string, fact: PaymentFact): Promise<void> {
  if (fact.kind !== 'refunded' && fact.kind !== 'refundPending') return
  const request = (await findRequestOfRefund(tx, gateway, fact.transactionId)) ?? (await findRequestByAmount(tx, gateway, fact))
  if (!request || !OPEN_REFUND_STATES.includes(request.state)) return
  const match = { ...request, refund_transaction_id: fact.transactionId }
  if (fact.kind === 'refundPending') return saveRefundOfRequest(tx, request.id, match)
  await saveRefundOfRequest(tx, request.id, { ...match, state: 'confirmed', refusal: null })
  await closeReviewFlagBySubject(tx, buildRefundUnclearFlag(request))
}

/** Providers don't name the request. A refund that was known before a request can't be its refund. */
async function findRequestByAmount(tx: Tx, gateway: string, fact: PaymentFact): Promise<RefundRequest | undefined> {
  const reports = await listFactsOfTransaction(tx, gateway, fact.transactionId)
  return findOldestUnmatchedRequest(tx, gateway, fact, Math.min(...reports.map(({ recordedAt }) => recordedAt)))
}

/**
 * Matches a request with the refund that the provider made for it. An earlier report may have given that refund to
 * another request of the same amount. Then the two swap, and the other one is sent again if it has no refund.
 */
export async function matchRequestWithOwnRefund(
  { orders, tasks }: PaymentDependencies,
  tx: Tx,
  { id, order_id, gateway }: RefundRequest,
  refundTransactionId: string,
): Promise<void> {
  await orders.lockOrder(tx, order_id)
  const [own, holder] = [await findRefundRequest(tx, id), await findRequestOfRefund(tx, gateway, refundTransactionId)]
  if (!own || own.id === holder?.id) return
  if (!holder) {
    const match = { state: 'asked', refusal: null, refund_transaction_id: refundTransactionId } as const
    return saveRefundOfRequest(tx, id, match)
  }
  await saveRefundOfRequest(tx, holder.id, own)
  if (own.refund_transaction_id === null) await tasks.add(tx, { orderId: order_id, kind: 'refund', subject: holder.id })
  await saveRefundOfRequest(tx, id, holder)
}
