import * as z from 'zod/mini'
import { parseCents } from '#contract/core/money.ts'
import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import { type PaymentApproval, type QueryableAttempt, UnreadableNoticeError } from '../payment-gateway.ts'
import { parsePayPalTime } from '../paypal-fields.ts'

const payPalMoney = z.object({ currency_code: z.string(), value: z.string() })
const links = z._default(z.array(z.object({ rel: z.string(), href: z.string() })), [])

/** A capture or a refund (Payments v2). */
export const payPalCaptureOrRefundSchema = z.object({
  id: z.string(),
  status: z.optional(z.string()),
  amount: payPalMoney,
  custom_id: z.optional(z.string()),
  create_time: z.optional(z.string()),
  seller_receivable_breakdown: z.optional(z.object({ paypal_fee: z.optional(payPalMoney) })),
  /** On a refund. Its fee is what PayPal returns. */
  seller_payable_breakdown: z.optional(z.object({ paypal_fee: z.optional(payPalMoney) })),
  supplementary_data: z.optional(
    z.object({
      related_ids: z.optional(z.object({ order_id: z.optional(z.string()), capture_id: z.optional(z.string()) })),
    }),
  ),
  links,
})
export type PayPalCaptureOrRefund = z.infer<typeof payPalCaptureOrRefundSchema>

const unit = z.object({
  custom_id: z.optional(z.string()),
  invoice_id: z.optional(z.string()),
  amount: z.optional(payPalMoney),
  payee: z.optional(z.object({ email_address: z.optional(z.string()), merchant_id: z.optional(z.string()) })),
  payments: z.optional(
    z.object({
      captures: z._default(z.array(payPalCaptureOrRefundSchema), []),
      refunds: z._default(z.array(payPalCaptureOrRefundSchema), []),
    }),
  ),
})

/** PayPal's order (Orders v2, "Show order details"). */
export const payPalOrderSchema = z.object({
  id: z.string(),
  status: z.string(),
  update_time: z.optional(z.string()),
  purchase_units: z._default(z.array(unit), []),
  links,
})
export type PayPalOrder = z.infer<typeof payPalOrderSchema>

/** Fact kinds by the status of a capture. Refunds are facts of their own. */
const CAPTURE_KINDS_BY_STATUS: Readonly<Record<string, PaymentFactKind>> = {
  COMPLETED: 'settled',
  PARTIALLY_REFUNDED: 'settled',
  REFUNDED: 'settled',
  PENDING: 'pending',
  DECLINED: 'failed',
  DENIED: 'failed',
  FAILED: 'failed',
}

type FactBase = Pick<PaymentFact, 'attemptId' | 'payees' | 'live' | 'reference'>

/** Returns an adjustment for an unknown status: money may have moved. */
export function parseCaptureFact(capture: PayPalCaptureOrRefund, base: FactBase): PaymentFact {
  const kind = CAPTURE_KINDS_BY_STATUS[capture.status ?? ''] ?? 'adjusted'
  return { ...base, kind, ...parsePayPalAmountTimeAndFee(capture) }
}

/** Fact kinds by the status of a refund. */
export const REFUND_KINDS_BY_STATUS: Readonly<Record<string, PaymentFactKind>> = {
  COMPLETED: 'refunded',
  PENDING: 'refundPending',
  FAILED: 'refundFailed',
  CANCELLED: 'refundFailed',
}

/** Returns an order's captures and refunds. */
export function parseOrderFacts({ id: reference, purchase_units: units }: PayPalOrder, live: boolean): PaymentFact[] {
  return units.flatMap((unit) => {
    const { custom_id: attemptId, payments } = unit
    const base = { ...(attemptId && { attemptId }), payees: listPayeeIdentifiers(unit), live, reference }
    const captures = payments?.captures ?? []
    const refundFacts = (payments?.refunds ?? []).map((one): PaymentFact => {
      const kind = REFUND_KINDS_BY_STATUS[one.status ?? ''] ?? 'adjusted'
      const parentTransactionId = getPayPalCaptureIdOfRefund(one) ?? captures[0]?.id ?? one.id
      return { ...base, kind, ...parsePayPalAmountTimeAndFee(one), parentTransactionId }
    })
    return [...captures.map((one) => parseCaptureFact(one, base)), ...refundFacts]
  })
}

/** Returns the email and merchant id of the receiving account. PayPal may name only its merchant id. */
export function listPayeeIdentifiers({ payee }: PayPalOrder['purchase_units'][number]): string[] {
  return [payee?.email_address, payee?.merchant_id].filter((identifier) => identifier !== undefined)
}

/** Returns the approval that waits for its capture; undefined if there is none. */
export function findPayPalApprovalToCapture({
  id,
  status,
  update_time,
  purchase_units: units,
}: PayPalOrder): PaymentApproval | undefined {
  const [first, ...more] = units
  if (status !== 'APPROVED' || !first?.amount || more.length > 0) return undefined
  const { cents, currency } = parsePayPalAmountTimeAndFee({ id, amount: first.amount })
  return { reference: id, id: update_time ?? '', cents, currency, payees: listPayeeIdentifiers(first) }
}

/** Builds the fact of a refused payment. PayPal makes no capture for it, so its id is the order's. */
export function buildPayPalRefusalFact(attempt: QueryableAttempt, { cents, currency, payees }: PaymentApproval): PaymentFact {
  const { id: attemptId, reference, live } = attempt
  return { kind: 'failed', transactionId: reference, attemptId, cents, currency, payees, live, reference, at: Date.now() }
}

/** A refund returns its fee. Throws an `UnreadableNoticeError` for an invalid amount. A missing time becomes the current time. */
export function parsePayPalAmountTimeAndFee({
  id,
  amount,
  create_time: time,
  seller_receivable_breakdown: received,
  seller_payable_breakdown: returned,
}: Pick<PayPalCaptureOrRefund, 'id' | 'amount'> & Partial<PayPalCaptureOrRefund>) {
  const cents = parseCents(amount.value)
  if (cents === undefined) throw new UnreadableNoticeError(`The amount of ${id} is "${amount.value}", which isn’t an amount.`)
  const fee = parseCents((returned ?? received)?.paypal_fee?.value ?? '')
  const feeCents = fee !== undefined && returned ? -fee : fee
  const at = parsePayPalTime(time) ?? Date.now()
  return { transactionId: id, cents, currency: amount.currency_code, at, ...(feeCents !== undefined && { feeCents }) }
}

/** Returns the capture of a refund or a reversal. */
export function getPayPalCaptureIdOfRefund({
  supplementary_data: more,
  links,
}: Pick<PayPalCaptureOrRefund, 'supplementary_data' | 'links'>): string | undefined {
  return findParentId(links, 'captures') ?? more?.related_ids?.capture_id
}

export function getPayPalOrderIdOfPayment({
  supplementary_data: more,
  links,
}: Pick<PayPalCaptureOrRefund, 'supplementary_data' | 'links'>): string | undefined {
  return more?.related_ids?.order_id ?? findParentId(links, 'orders')
}

function findParentId(all: PayPalCaptureOrRefund['links'], kind: string): string | undefined {
  const href = all.find(({ rel }) => rel === 'up')?.href ?? ''
  const [, parent, id] = /\/(captures|orders)\/([^/?#]+)\/?$/.exec(href) ?? []
  return parent === kind ? id : undefined
}
