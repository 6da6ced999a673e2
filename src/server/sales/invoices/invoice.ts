import type { Business } from '../../../contract/content/business.ts'
import { businessDay } from '../../../contract/grammar/business-days.ts'
import type { StoredOrder } from '../orders/orders.ts'
import type { StoredCreditNote, StoredInvoice } from './store.ts'

/** The text of an invoice or a credit note, frozen when it was issued. Days look like `2026-06-15`. */
export type Printed = {
  seller: { name: string; addresses: readonly string[]; phones: readonly string[]; email?: string }
  buyer: { name: string; address: string; country: string; email: string }
  order: { number: number; placedOn: string }
  line: { packageName: string; points: readonly string[]; cents: number }
  currency: 'USD'
  issuedOn: string
  /** The day of the payment; on a credit note, the day of the refund. */
  paidOn: string
  /** The method of the payment or refund, and the provider's id of it. */
  payment?: { method: string; transactionId: string }
  /** On a credit note: the number of its invoice. */
  creditsInvoice?: string
  /** It was paid in our own checkout, in which no money moves. */
  isRehearsal: boolean
}

/** An invoice or a credit note. `number` is the printed one, such as `1001` or `TEST-1`; `issuedAt` in epoch ms. */
export type Document = { number: string; issuedAt: number; printed: Printed }

/** `paidAt` in epoch ms. */
export type Invoice = Document & { orderId: string; paidAt: number }

/** The credit note of one refund; `refundedAt` in epoch ms. */
export type CreditNote = Document & { transactionId: string; cents: number; refundedAt: number }

/** A payment or a refund as the provider reported it; `at` in epoch ms. */
export type Movement = { gateway: string; transactionId: string; at: number }

type Issued = { seller: Business; issuedAt: number; payment: Movement; isRehearsal: boolean }

const METHODS: Readonly<Record<string, string>> = {
  'paypal-standard': 'PayPal',
  'paypal-orders': 'PayPal',
  rehearsal: 'Rehearsal',
  'by-hand': 'Recorded by hand',
}

/** The payment method as invoices print it. */
function methodOf(gateway: string): string {
  return METHODS[gateway] ?? gateway
}

/** Freezes everything that the document prints, so that later changes, even of the time zone, don't alter it. */
export function printedOf(order: StoredOrder, { seller, issuedAt, payment, isRehearsal }: Issued): Printed {
  const { name, addresses, phones, email, timeZone } = seller
  return {
    seller: { name, addresses, phones, ...(email !== undefined && { email }) },
    buyer: {
      name: order.customer_name,
      address: order.customer_address,
      country: order.customer_country,
      email: order.customer_email,
    },
    order: { number: order.number, placedOn: businessDay(timeZone, order.placed_at) },
    line: {
      packageName: order.package_name,
      points: JSON.parse(order.package_points) as string[],
      cents: order.price_cents,
    },
    currency: 'USD',
    issuedOn: businessDay(timeZone, issuedAt),
    paidOn: businessDay(timeZone, payment.at),
    payment: { method: methodOf(payment.gateway), transactionId: payment.transactionId },
    isRehearsal,
  }
}

/** Freezes the text of a credit note: the text of an invoice with the refunded amount in its line. */
export function creditNoteTextOf(
  order: StoredOrder,
  { cents, invoice, ...issued }: Issued & { cents: number; invoice: string },
): Printed {
  const printed = printedOf(order, issued)
  return { ...printed, line: { ...printed.line, points: [], cents }, creditsInvoice: invoice }
}

/** The number of an invoice as people read it. */
export function documentNumber(number: number): string {
  return number < 0 ? `TEST${number}` : String(number)
}

export function invoiceFrom({ number, order_id, issued_at, paid_at, printed }: StoredInvoice): Invoice {
  return {
    number: documentNumber(number),
    orderId: order_id,
    issuedAt: issued_at,
    paidAt: paid_at,
    printed: JSON.parse(printed) as Printed,
  }
}

export function creditNoteFrom({ number, transaction_id, cents, issued_at, refunded_at, printed }: StoredCreditNote): CreditNote {
  return {
    number: number < 0 ? `TEST-CN${number}` : `CN-${number}`,
    transactionId: transaction_id,
    cents,
    issuedAt: issued_at,
    refundedAt: refunded_at,
    printed: JSON.parse(printed) as Printed,
  }
}
