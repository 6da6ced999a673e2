import { formatDecimalAmount, formatDollars } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { RefundedPart, StoredOrder } from '../../orders/orders.ts'
import { filterCountedPaymentFacts } from '../ledger/compute-payment-state.ts'
import type { StoredPaymentFact } from '../ledger/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { MANUAL_GATEWAY } from '../payment-gateway.ts'
import { recordFactAndNotify } from '../record-provider-report.ts'
import { listRefundRequests } from '../store.ts'
import { loadFactsAndPaymentState } from '../update-payment-state.ts'
import { computeRefundables, type RefundablePayment, type RefundRequest, saveRefundRequest } from './refunds.ts'

/** `id` comes from `addRefundTaskAndLockOrder`. */
export type PriceShareRefund = { id: string; cents: number; reason: string; actor: string; parts: readonly RefundedPart[] }

/** Requests the refund of a share of an order's price, from the payment with the most money left. Throws a 409 if less is left. */
export async function refundShare(
  dependencies: PaymentDependencies,
  tx: Tx,
  order: StoredOrder,
  { id, cents, reason, actor, parts }: PriceShareRefund,
): Promise<RefundRequest> {
  const { facts, paymentState } = await loadFactsAndPaymentState(tx, order.id)
  const countedFacts = filterCountedPaymentFacts(facts, paymentState)
  const requests = await listRefundRequests(tx, order.id)
  const made = findMadeRefund(countedFacts, requests, cents)
  const payment = made ? undefined : selectPayment(computeRefundables(countedFacts, paymentState, requests), cents, order.number)
  const request = await saveRefundRequest(tx, order, {
    id,
    gateway: made?.gateway ?? payment?.gateway ?? '',
    payment_transaction_id: made?.parentTransactionId ?? payment?.transactionId ?? '',
    cents,
    reason,
    actor,
    parts: JSON.stringify(parts),
    ...getFirstState(dependencies, made, payment, id),
  })
  if (payment?.gateway === MANUAL_GATEWAY) await recordManualRefund(dependencies, tx, payment, request)
  return request
}

/** Returns what is left of the payment with the most money left, in cents. */
export async function findLargestRefundable(db: DatabaseReader, orderId: string): Promise<number> {
  const { facts, paymentState } = await loadFactsAndPaymentState(db, orderId)
  const countedFacts = filterCountedPaymentFacts(facts, paymentState)
  const refundables = computeRefundables(countedFacts, paymentState, await listRefundRequests(db, orderId))
  return Math.max(0, ...refundables.map(({ left }) => left))
}

/** Finds a refund of the same amount that the provider reported and no request asked for: the owner made it before. */
function findMadeRefund(
  countedFacts: readonly StoredPaymentFact[],
  requests: readonly RefundRequest[],
  cents: number,
): StoredPaymentFact | undefined {
  const requestedIds = new Set(requests.map(({ refund_transaction_id }) => refund_transaction_id))
  return countedFacts.find(
    (fact) =>
      fact.kind === 'refunded' &&
      fact.cents === cents &&
      fact.parentTransactionId !== undefined &&
      !requestedIds.has(fact.transactionId),
  )
}

function selectPayment(refundables: readonly RefundablePayment[], cents: number, number: number): StoredPaymentFact {
  const [most] = refundables.toSorted((a, b) => b.left - a.left)
  if (!most) throw new UserError(409, `There’s nothing left to refund of order ${number}.`)
  if (most.left < cents)
    throw new UserError(
      409,
      `Only ${formatDollars(formatDecimalAmount(most.left))} of the payment is left of order ${number}, which is less than this share. Refund the rest on the order’s page, or carry the work over.`,
    )
  return most.payment
}

function getFirstState(
  { gateways }: PaymentDependencies,
  made: StoredPaymentFact | undefined,
  payment: StoredPaymentFact | undefined,
  id: string,
): Pick<RefundRequest, 'state' | 'refund_transaction_id'> {
  if (made) return { state: 'confirmed', refund_transaction_id: made.transactionId }
  if (payment?.gateway === MANUAL_GATEWAY) return { state: 'confirmed', refund_transaction_id: id }
  const canRefund = gateways.all.get(payment?.gateway ?? '')?.refund !== undefined
  return { state: canRefund ? 'asked' : 'expected', refund_transaction_id: null }
}

/** Records that the team sends the money back the way it came. No provider will report it. */
async function recordManualRefund(
  dependencies: PaymentDependencies,
  tx: Tx,
  { transactionId, attemptId, currency, payees, live }: StoredPaymentFact,
  { id, cents, at }: RefundRequest,
): Promise<void> {
  const fact = {
    kind: 'refunded',
    transactionId: id,
    parentTransactionId: transactionId,
    cents,
    currency,
    payees,
    live,
    at,
  } as const
  const source = { gateway: MANUAL_GATEWAY, noticeId: null }
  await recordFactAndNotify(dependencies, tx, { ...fact, ...(attemptId !== undefined && { attemptId }) }, source)
}
