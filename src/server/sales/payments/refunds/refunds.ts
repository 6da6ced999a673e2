import { randomUUID } from 'node:crypto'
import { formatDecimalAmount, formatDollars, parseCents } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import { type OrderRefund, refundOrderEndpoint, withdrawRefundEndpoint } from '#contract/sales/refunds.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '#server/audit-log/audit-log.ts'
import type { StoredOrder } from '../../orders/orders.ts'
import { filterCountedPaymentFacts, type OrderPaymentState } from '../ledger/compute-payment-state.ts'
import type { StoredPaymentFact } from '../ledger/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { MANUAL_GATEWAY } from '../payment-gateway.ts'
import { buildRefundUnclearFlag } from '../review-flags/review-flags.ts'
import { closeReviewFlagBySubject } from '../review-flags/store.ts'
import {
  changeRefundState,
  findRefundRequest,
  insertRefundRequest,
  listRefundRequests,
  OPEN_REFUND_STATES,
  type RefundRequest,
} from '../store.ts'
import { loadFactsAndPaymentState } from '../update-payment-state.ts'

export type { RefundRequest } from '../store.ts'

/** Without `transactionId`: the only refundable payment. Without `amount`: everything that is left of it. */
type RefundInput = { transactionId?: string | undefined; amount?: string | undefined; reason: string }

/** How long a repeat of a refund counts as a double click. */
const DUPLICATE_WINDOW_MS = 10_000

const REFUND_SENT_MESSAGE = 'We sent the refund to the payment provider'
const REFUND_GUIDED_MESSAGE = 'Now make the refund at PayPal. The steps are on this page'

export function createRefundHandlers(dependencies: PaymentDependencies) {
  const { write, orders, wakeTasks } = dependencies
  return [
    // A refund counts only once the provider confirms it (P-111). Without an idempotency key, a repeat within 10 seconds
    // returns the first request. Throws a 404, 409 or 422.
    defineHandler(refundOrderEndpoint, async ({ params, body }, { person, idempotency }) => {
      const input = { orderId: params.id, input: body, actor: person.email, hasKey: idempotency?.isSent === true }
      const insertion = write((tx) => createRefundRequest(dependencies, tx, input), idempotency)
      const request = await insertion.catch((error: unknown) => {
        // An exception, so that the rollback removes the added task.
        if (error instanceof DuplicateRefund) return error.request
        throw error
      })
      wakeTasks()
      const message = request.state === 'expected' ? REFUND_GUIDED_MESSAGE : REFUND_SENT_MESSAGE
      return { message, record: serializeRefund(dependencies, request) }
    }),

    // Ends a refund request that the owner or the provider didn't fulfill. Throws a 404 or a 409.
    defineHandler(withdrawRefundEndpoint, async ({ params: { id } }, { person: { email: actor } }) => {
      const withdrawn = await write(async (tx) => {
        const request = await findRefundRequest(tx, id)
        if (!request) throw new UserError(404, 'There’s no such refund.')
        const { number } = await orders.lockOrder(tx, request.order_id)
        const to = { state: 'withdrawn', refusal: null, refund_transaction_id: null } as const
        if (!(await changeRefundState(tx, id, ['expected', 'unclear'], to)))
          throw new UserError(409, 'We no longer expect this refund.')
        await closeReviewFlagBySubject(tx, buildRefundUnclearFlag(request))
        const detail = { amount: formatDecimalAmount(request.cents) }
        await recordAuditEntry(tx, { actor, action: 'order.refund-withdrawn', subject: String(number), detail })
        return { ...request, ...to }
      })
      return { message: 'The refund is withdrawn', record: serializeRefund(dependencies, withdrawn) }
    }),
  ]
}

type NewRefundInput = { orderId: string; input: RefundInput; actor: string; hasKey: boolean }

/** `expected`: the gateway has no refund call, so the owner refunds at the provider's site. */
async function createRefundRequest(
  dependencies: PaymentDependencies,
  tx: Tx,
  { orderId, input, actor, hasKey }: NewRefundInput,
): Promise<RefundRequest> {
  const { id, order } = await addRefundTaskAndLockOrder(dependencies, tx, orderId)
  const refundables = await loadRefundables(tx, orderId)
  const duplicate = hasKey
    ? undefined
    : (await listRefundRequests(tx, orderId)).findLast((one) => isSameRefund(one, input, refundables))
  if (duplicate) throw new DuplicateRefund(duplicate)
  const { payment, cents } = selectPayment(refundables, input)
  return saveRefundRequest(tx, order, {
    id,
    gateway: payment.gateway,
    payment_transaction_id: payment.transactionId,
    cents,
    reason: input.reason,
    actor,
    state: dependencies.gateways.all.get(payment.gateway)?.refund ? 'asked' : 'expected',
    refund_transaction_id: null,
    parts: null,
  })
}

/** A part whose share is refunded from its own order. */
export type PartToRefund = { id: string; order_id: string }

/**
 * Adds the task that sends a refund, and one for each of the parts of earlier orders, and locks the order. Call it before any
 * other lock. Returns the new refund's id, the order, and the ids of the other refunds by part. Throws a 404.
 */
export async function addRefundTaskAndLockOrder(
  { orders, tasks }: PaymentDependencies,
  tx: Tx,
  orderId: string,
  earlierParts: readonly PartToRefund[] = [],
) {
  // A task refers to its order.
  await orders.require(tx, orderId)
  const id = randomUUID()
  const refundIds = new Map(earlierParts.map((part) => [part.id, randomUUID()]))
  // Two parts may be of one order. A refund without a task would never be sent.
  const refunds = [[orderId, id], ...earlierParts.map((part) => [part.order_id, refundIds.get(part.id)])] as [string, string][]
  // Before the lock on the order counters, because the worker takes both locks in this order.
  for (const [one, subject] of refunds.toSorted()) await tasks.add(tx, { orderId: one, kind: 'refund', subject })
  return { id, refundIds, order: await orders.lockOrder(tx, orderId) }
}

/** Stores a refund request and records who asked for it. */
export async function saveRefundRequest(
  tx: Tx,
  order: StoredOrder,
  input: Omit<RefundRequest, 'order_id' | 'at' | 'refusal'>,
): Promise<RefundRequest> {
  const request: RefundRequest = { ...input, order_id: order.id, at: Date.now(), refusal: null }
  await insertRefundRequest(tx, request)
  const { actor, cents, reason } = request
  const detail = { amount: formatDecimalAmount(cents), reason }
  await recordAuditEntry(tx, { actor, action: 'order.refund-asked', subject: String(order.number), detail })
  return request
}

export async function loadRefundsAndRefundables(dependencies: PaymentDependencies, orderId: string) {
  const [requests, refundables] = [
    await listRefundRequests(dependencies.read, orderId),
    await loadRefundables(dependencies.read, orderId),
  ]
  return {
    refunds: requests.map((request) => serializeRefund(dependencies, request)),
    refundable: refundables.map(({ payment, left }) => ({
      transactionId: payment.transactionId,
      left: formatDecimalAmount(left),
      isGuided: dependencies.gateways.all.get(payment.gateway)?.refund === undefined,
    })),
  }
}

function serializeRefund({ gateways }: PaymentDependencies, request: RefundRequest): OrderRefund {
  const { id, at, cents, reason, actor, state, refusal, gateway, payment_transaction_id, refund_transaction_id } = request
  return {
    _id: id,
    at,
    amount: formatDecimalAmount(cents),
    reason,
    actor,
    state,
    refusal,
    paymentTransactionId: payment_transaction_id,
    paymentUrl: gateways.all.get(gateway)?.buildPaymentUrl?.(payment_transaction_id) ?? null,
    refundTransactionId: refund_transaction_id,
  }
}

async function loadRefundables(db: DatabaseReader, orderId: string): Promise<RefundablePayment[]> {
  const { facts, paymentState } = await loadFactsAndPaymentState(db, orderId)
  const countedFacts = filterCountedPaymentFacts(facts, paymentState)
  const refundables = computeRefundables(countedFacts, paymentState, await listRefundRequests(db, orderId))
  return refundables.filter(({ payment }) => payment.gateway !== MANUAL_GATEWAY)
}

/** A payment that an admin can refund. `left` is in cents. */
export type RefundablePayment = { payment: StoredPaymentFact; left: number }

/** Subtracts open requests, and pending refunds that no open request asked for, from the net of each payment. */
export function computeRefundables(
  countedFacts: readonly StoredPaymentFact[],
  { arrivedPayments }: OrderPaymentState,
  requests: readonly RefundRequest[],
): RefundablePayment[] {
  const openRequests = requests.filter(({ state }) => OPEN_REFUND_STATES.includes(state))
  const requestedIds = new Set(openRequests.map(({ refund_transaction_id }) => refund_transaction_id))
  const sumCents = (amounts: readonly { cents: number }[]) => amounts.reduce((total, { cents }) => total + cents, 0)
  return countedFacts.flatMap((payment) => {
    const arrivedPayment = arrivedPayments.find(({ transactionId }) => transactionId === payment.transactionId)
    if (payment.kind !== 'settled' || !arrivedPayment) return []
    const { net, pendingRefunds } = arrivedPayment
    const openRequestsOfPayment = openRequests.filter((one) => one.payment_transaction_id === payment.transactionId)
    const unrequestedRefunds = pendingRefunds.filter(({ transactionId }) => !requestedIds.has(transactionId))
    const left = net - sumCents(openRequestsOfPayment) - sumCents(unrequestedRefunds)
    return left > 0 ? [{ payment, left }] : []
  })
}

/** Selects the payment to refund and the amount in cents. Throws a 409 or a 422. */
function selectPayment(all: readonly RefundablePayment[], { transactionId, amount }: RefundInput) {
  const [one, other] = transactionId ? all.filter(({ payment }) => payment.transactionId === transactionId) : all
  if (!one) throw new UserError(409, 'There’s nothing left to refund here.')
  if (other) throw new UserError(422, 'This order has more than one payment. Choose the one to refund.', 'transactionId')
  const cents = amount ? (parseCents(amount) ?? 0) : one.left
  if (cents > one.left)
    throw new UserError(422, `You can refund at most ${formatDollars(formatDecimalAmount(one.left))} of this payment.`, 'amount')
  return { payment: one.payment, cents }
}

/** Returns whether a stored request is the same refund. Without an amount, the stored one must have taken everything. */
function isSameRefund(
  one: RefundRequest,
  { transactionId, amount, reason }: RefundInput,
  refundables: readonly RefundablePayment[],
): boolean {
  const payment = one.payment_transaction_id
  if (transactionId && payment !== transactionId) return false
  if (amount ? one.cents !== parseCents(amount) : refundables.some((some) => some.payment.transactionId === payment)) return false
  const isMade = one.state !== 'refused' && one.state !== 'withdrawn'
  return isMade && one.reason === reason && Math.abs(Date.now() - one.at) < DUPLICATE_WINDOW_MS
}

/** Carries the earlier request out of the transaction that a repeat rolls back. */
class DuplicateRefund extends Error {
  readonly request: RefundRequest
  constructor(request: RefundRequest) {
    super('The admin requested the same refund a moment ago.')
    this.request = request
  }
}
