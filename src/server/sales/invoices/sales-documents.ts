import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import type { StoredOrder } from '../orders/orders.ts'
import type { StoredCreditNote, StoredInvoice } from './store.ts'

/** The text of an invoice or a credit note, frozen at its issue. Days look like `2026-06-15`. */
export type SalesDocumentContent = {
  /** `logo` is its URL. Documents from before the logo was printed have none. */
  seller: { name: string; logo?: string; addresses: readonly string[]; phones: readonly string[]; email?: string }
  buyer: { name: string; address: string; country: string; email: string }
  order: { number: number; placedOn: string }
  line: { packageName: string; points: readonly string[]; cents: number }
  /** On an invoice: the accepted amount minus the price, in cents. */
  adjustmentCents?: number
  currency: 'USD'
  issuedOn: string
  /** The day of the payment. On a credit note, the day of the refund, the reversal or the reversal's end. */
  paidOn: string
  payment?: { method: string; transactionId: string }
  /** On a credit note only. */
  credit?: CreditNoteReason
  /** The customer paid in our own checkout, which moves no money (P-100). */
  isRehearsal: boolean
}

/**
 * Why a credit note exists. `takenBack`: an admin took back the payment. `invoice` is its invoice's number. `cancels` is the
 * number of a credit note that it cancels.
 */
export type CreditNoteReason = { kind: 'refund' | 'reversal' | 'reversalEnded' | 'takenBack'; invoice: string; cancels?: string }

/** An invoice or a credit note. `number` is the printed one, such as `1001` or `TEST-1`; `issuedAt` in epoch ms. */
export type SalesDocument = { number: string; issuedAt: number; content: SalesDocumentContent }

/** `paidAt` in epoch ms. */
export type Invoice = SalesDocument & { orderId: string; paidAt: number }

/** A credit note; `refundedAt` in epoch ms. `cents` is below zero if it cancels another one. */
export type CreditNote = SalesDocument & { transactionId: string; cents: number; refundedAt: number }

/** Money that moved by the provider's report; `at` in epoch ms, `cents` above zero. */
export type MoneyMovement = { gateway: string; transactionId: string; at: number; cents: number }

type IssueInput = { seller: BusinessFacts; issuedAt: number; payment: MoneyMovement; isRehearsal: boolean }

const METHOD_LABELS: Readonly<Record<string, string>> = {
  'paypal-standard': 'PayPal',
  'paypal-orders': 'PayPal',
  rehearsal: 'Rehearsal',
  'by-hand': 'Recorded by hand',
}

/** Freezes everything that an invoice prints. Later changes, even of the time zone, don't alter it. */
export function buildInvoiceContent(order: StoredOrder, input: IssueInput): SalesDocumentContent {
  const adjustmentCents = input.payment.cents - order.price_cents
  return { ...buildContent(order, input), ...(adjustmentCents !== 0 && { adjustmentCents }) }
}

/** Freezes the text of a credit note. `cents` is its amount. */
export function buildCreditNoteContent(
  order: StoredOrder,
  { cents, credit, ...input }: IssueInput & { cents: number; credit: CreditNoteReason },
): SalesDocumentContent {
  const content = buildContent(order, input)
  return { ...content, line: { ...content.line, points: [], cents }, credit }
}

function buildContent(order: StoredOrder, { seller, issuedAt, payment, isRehearsal }: IssueInput): SalesDocumentContent {
  const { name, logo = '', addresses, phones, email, timeZone } = seller
  return {
    seller: { name, logo, addresses, phones, ...(email !== undefined && { email }) },
    buyer: {
      name: order.customer_name,
      address: order.customer_address,
      country: order.customer_country,
      email: order.customer_email,
    },
    order: { number: order.number, placedOn: toBusinessDay(timeZone, order.placed_at) },
    line: {
      packageName: order.package_name,
      points: JSON.parse(order.package_points) as string[],
      cents: order.price_cents,
    },
    currency: 'USD',
    issuedOn: toBusinessDay(timeZone, issuedAt),
    paidOn: toBusinessDay(timeZone, payment.at),
    payment: { method: METHOD_LABELS[payment.gateway] ?? payment.gateway, transactionId: payment.transactionId },
    isRehearsal,
  }
}

/** Formats an invoice number, such as `1001` or `TEST-1`. Stored test numbers are negative. */
export function formatInvoiceNumber(number: number): string {
  return number < 0 ? `TEST${number}` : String(number)
}

export function toInvoice({ number, order_id, issued_at, paid_at, content }: StoredInvoice): Invoice {
  return {
    number: formatInvoiceNumber(number),
    orderId: order_id,
    issuedAt: issued_at,
    paidAt: paid_at,
    content: JSON.parse(content) as SalesDocumentContent,
  }
}

/** Formats a credit note number, such as `CN-1` or `TEST-CN-1`. Stored test numbers are negative. */
export function formatCreditNoteNumber(number: number): string {
  return number < 0 ? `TEST-CN${number}` : `CN-${number}`
}

export function toCreditNote({ number, transaction_id, cents, issued_at, refunded_at, content }: StoredCreditNote): CreditNote {
  return {
    number: formatCreditNoteNumber(number),
    transactionId: transaction_id,
    cents,
    issuedAt: issued_at,
    refundedAt: refunded_at,
    content: JSON.parse(content) as SalesDocumentContent,
  }
}
