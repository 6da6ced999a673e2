import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { parseCents } from '#contract/core/money.ts'
import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import { type RawPaymentNotice, UnreadableNoticeError } from '../payment-gateway.ts'
import { parsePayPalTime } from '../paypal-fields.ts'
import { parseJsonWithoutNulls } from './paypal-api.ts'

const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

const event = z.object({ event_type: z.string(), resource: z.record(z.string(), z.unknown()) })
type WebhookEvent = z.infer<typeof event>

/** Hashes the signature too, so that a copy with a forged signature doesn't replace PayPal's webhook. */
export function hashWebhookAndSignature({ bytes, headers }: RawPaymentNotice): string {
  const hash = createHash('sha256').update(bytes)
  for (const name of Object.values(SIGNATURE_HEADERS)) hash.update(`\n${headers.get(name) ?? ''}`)
  return hash.digest('hex')
}

/**
 * Builds the request to verify a webhook (Webhooks v1, "Verify webhook signature"). Returns undefined for an invalid
 * webhook. Sends the original text of the event, because the signature doesn't cover parsed and rewritten JSON.
 */
export function buildWebhookVerificationRequest({ bytes, headers }: RawPaymentNotice, webhookId: string): string | undefined {
  const signatureFields = Object.entries(SIGNATURE_HEADERS).map(([name, header]) => [name, headers.get(header)] as const)
  if (signatureFields.some(([, value]) => !value)) return undefined
  const text = decodeUtf8(bytes)
  if (text === undefined || parseJsonObject(text) === undefined) return undefined
  const prefix = JSON.stringify({ ...Object.fromEntries(signatureFields), webhook_id: webhookId })
  return `${prefix.slice(0, -1)},"webhook_event":${text}}`
}

/** Throws an `UnreadableNoticeError`. */
export function parseWebhookEvent({ bytes }: RawPaymentNotice): WebhookEvent {
  const { data } = event.safeParse(parseJsonObject(decodeUtf8(bytes) ?? ''))
  if (!data) throw new UnreadableNoticeError('It isn’t in PayPal’s event format.')
  return data
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns undefined unless the text is a JSON object. */
function parseJsonObject(text: string): object | undefined {
  const value = parseJsonWithoutNulls(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

/** A case in a dispute webhook (Customer Disputes v1, "Dispute"). */
const dispute = z.object({
  dispute_id: z.string(),
  status: z.optional(z.string()),
  create_time: z.optional(z.string()),
  update_time: z.optional(z.string()),
  seller_response_due_date: z.optional(z.string()),
  dispute_amount: z.optional(z.object({ currency_code: z.string(), value: z.string() })),
  dispute_outcome: z.optional(z.object({ outcome_code: z.optional(z.string()) })),
  disputed_transactions: z._default(
    z.array(z.object({ seller_transaction_id: z.optional(z.string()), custom: z.optional(z.string()) })),
    [],
  ),
})

/** Fact kinds by `outcome_code`. Any other outcome only closes the case. */
const OUTCOME_KINDS: Readonly<Record<string, PaymentFactKind>> = {
  RESOLVED_SELLER_FAVOUR: 'disputeWon',
  RESOLVED_WITH_PAYOUT: 'disputeWon',
  CANCELED_BY_BUYER: 'disputeWon',
  RESOLVED_BUYER_FAVOUR: 'disputeLost',
  ACCEPTED: 'disputeLost',
}

/** Matches `CUSTOMER.DISPUTE.CREATED`, `.UPDATED` and `.RESOLVED`, and the older `RISK.DISPUTE.CREATED`. */
export function isDisputeEvent(type: string): boolean {
  return /^(CUSTOMER|RISK)\.DISPUTE\./.test(type)
}

/** Returns one fact for each disputed payment. Throws an `UnreadableNoticeError`. */
export function parseDisputeFacts(type: string, resource: unknown, live: boolean): PaymentFact[] {
  const { data } = dispute.safeParse(resource)
  if (!data) throw new UnreadableNoticeError('It lacks part of the dispute’s data.')
  const { dispute_id: caseId, status, seller_response_due_date: responseDueDate, disputed_transactions: transactions } = data
  const { dispute_amount: amount } = data
  const isResolved = type === 'CUSTOMER.DISPUTE.RESOLVED' || status === 'RESOLVED'
  const kind = isResolved ? (OUTCOME_KINDS[data.dispute_outcome?.outcome_code ?? ''] ?? 'disputeClosed') : 'disputed'
  const dueAt = kind === 'disputed' ? parsePayPalTime(responseDueDate) : undefined
  const payments = transactions.flatMap(({ seller_transaction_id: id }) => id ?? [])
  if (payments.length === 0) throw new UnreadableNoticeError(`Dispute ${caseId} doesn’t name a payment.`)
  return payments.map((payment) => ({
    kind,
    // A new deadline is a new fact.
    transactionId: [caseId, payment, ...(dueAt === undefined ? [] : [new Date(dueAt).toISOString()])].join(' '),
    parentTransactionId: payment,
    // With several payments, their shares are unknown.
    cents: (payments.length === 1 && parseCents(amount?.value ?? '')) || 0,
    currency: amount?.currency_code ?? '',
    payees: [],
    live,
    dispute: { caseId, ...(dueAt !== undefined && { dueAt }) },
    at: parsePayPalTime(data.update_time ?? data.create_time) ?? Date.now(),
  }))
}
