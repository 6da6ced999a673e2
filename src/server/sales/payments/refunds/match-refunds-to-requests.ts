import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import { listFactsOfTransaction } from '../ledger/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { buildRefundRefusedEmail } from '../payment-emails.ts'
import { buildRefundUnclearFlag } from '../review-flags/review-flags.ts'
import { closeReviewFlagBySubject } from '../review-flags/store.ts'
import {
  changeRefundState,
  findOldestUnmatchedRequest,
  findRefundRequest,
  findRequestOfRefund,
  OPEN_REFUND_STATES,
  type RefundRequest,
  saveRefundOfRequest,
} from '../store.ts'

const FAILED_REFUND_MESSAGE = 'The payment provider couldn’t make this refund, so you still have the money.'

/** Returns whether no earlier report named this refund, except as a failed one. Call it before the fact is stored. */
export async function isFirstReportOfRefund(tx: Tx, gateway: string, { transactionId }: PaymentFact): Promise<boolean> {
  return (await listFactsOfTransaction(tx, gateway, transactionId)).every(({ kind }) => kind === 'refundFailed')
}

/**
 * Matches a reported refund with its request. A completed one confirms the request, and a failed one refuses it. Call it
 * after the fact is stored.
 */
export async function applyReportedRefund(
  dependencies: PaymentDependencies,
  tx: Tx,
  gateway: string,
  fact: PaymentFact & { isFirstReport: boolean },
): Promise<void> {
  const reports = await listFactsOfTransaction(tx, gateway, fact.transactionId)
  const isReportedAs = (kind: PaymentFactKind) => reports.some((report) => report.kind === kind)
  const hasFailed = isReportedAs('refundFailed') && !isReportedAs('refunded')
  const requestOfRefund = await findRequestOfRefund(tx, gateway, fact.transactionId)
  // Providers don't name the request, so its amount decides. A refund that was reported before the request, or that failed,
  // is never matched by amount. No clock decides which came first: every request is older than a first report.
  const canMatch = fact.isFirstReport && !hasFailed
  const request = requestOfRefund ?? (canMatch ? await findOldestUnmatchedRequest(tx, gateway, fact) : undefined)
  if (!request) return
  if (hasFailed) return markRefundRefused(dependencies, tx, request, FAILED_REFUND_MESSAGE)
  // The provider may complete a refund that it reported as failed before.
  const isOpen = OPEN_REFUND_STATES.includes(request.state) || (requestOfRefund && request.state === 'refused')
  if (!isOpen) return
  const match = { ...request, refund_transaction_id: fact.transactionId }
  if (!isReportedAs('refunded')) return saveRefundOfRequest(tx, request.id, match)
  await saveRefundOfRequest(tx, request.id, { ...match, state: 'confirmed', refusal: null })
  await closeReviewFlagBySubject(tx, buildRefundUnclearFlag(request))
}

/** Ends a request that the provider refused, or whose refund failed there. Tells the admin who made it. */
export async function markRefundRefused(
  { orders, mail }: PaymentDependencies,
  tx: Tx,
  request: RefundRequest,
  reason: string,
): Promise<void> {
  const order = await orders.lockOrder(tx, request.order_id)
  if (!(await changeRefundState(tx, request.id, OPEN_REFUND_STATES, { state: 'refused', refusal: reason }))) return
  await closeReviewFlagBySubject(tx, buildRefundUnclearFlag(request))
  await mail.enqueue(tx, buildRefundRefusedEmail(request.actor, { order, cents: request.cents, reason }))
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
  // The caller's report of this refund then refuses the request that really failed.
  const match = holder.state === 'refused' ? ({ ...holder, state: 'asked', refusal: null } as const) : holder
  await saveRefundOfRequest(tx, id, match)
}
