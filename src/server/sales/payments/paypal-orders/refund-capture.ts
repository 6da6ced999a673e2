import * as z from 'zod/mini'
import { formatDecimalAmount } from '#contract/core/money.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import { RefundRefusedError } from '../payment-gateway.ts'
import type { PayPalApi } from './paypal-api.ts'
import { parsePayPalAmountTimeAndFee, payPalCaptureOrRefundSchema, REFUND_KINDS_BY_STATUS } from './paypal-order-facts.ts'

/** PayPal may leave out the amount, which is the requested one. */
const reply = z.omit(payPalCaptureOrRefundSchema, { amount: true })

/** The admin's text for each refusal code of PayPal's refund call (Payments v2). */
const REFUND_REFUSALS: Readonly<Record<string, string>> = {
  CAPTURE_FULLY_REFUNDED: 'PayPal says that this payment was already fully refunded.',
  REFUND_AMOUNT_EXCEEDED: 'PayPal says that this is more than what’s left of the payment.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'PayPal doesn’t allow more refunds of this payment.',
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal refunds payments for 180 days only. Send the money back another way.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'Your PayPal balance is too low for this refund. Add money, then refund again.',
  TRANSACTION_DISPUTED: 'This payment is disputed. Answer the dispute at PayPal instead.',
  REFUND_NOT_ALLOWED: 'PayPal doesn’t allow a refund of this payment.',
  RESOURCE_NOT_FOUND: 'PayPal can’t find this payment.',
}

/**
 * Refunds a capture. The request id is PayPal's idempotency key, so a repeat makes no second refund. A webhook
 * reports the end of a pending refund. Throws a `RefundRefusedError`.
 */
export async function refundCapture(
  api: Pick<PayPalApi, 'callApi'>,
  { payment, cents, requestId }: { payment: PaymentFact; cents: number; requestId: string },
  signal: AbortSignal,
): Promise<PaymentFact[]> {
  const { transactionId, attemptId, currency, payees, live } = payment
  const amount = { currency_code: currency, value: formatDecimalAmount(cents) }
  const { status, body, issue } = await api.callApi({
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(transactionId)}/refund`,
    body: JSON.stringify({ amount }),
    requestId,
    signal,
  })
  // PayPal is still working on an earlier call.
  if (status === 409) throw new Error(`PayPal hasn't finished this refund (409 ${issue ?? ''})`)
  if (status === 404) throw new RefundRefusedError(REFUND_REFUSALS.RESOURCE_NOT_FOUND ?? '')
  if (status !== 200 && status !== 201)
    throw new RefundRefusedError(REFUND_REFUSALS[issue ?? ''] ?? `PayPal refused this refund (${issue ?? status}).`)
  const refund = reply.parse(body)
  const kind = REFUND_KINDS_BY_STATUS[refund.status ?? 'COMPLETED'] ?? 'refundPending'
  if (kind === 'refundFailed') throw new RefundRefusedError('PayPal couldn’t make this refund.')
  const base = { kind, parentTransactionId: transactionId, ...(attemptId && { attemptId }), payees, live }
  return [{ ...base, ...parsePayPalAmountTimeAndFee({ ...refund, amount }) }]
}
