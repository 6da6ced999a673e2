import type { Business } from '../../contract/business.ts'
import { businessDay } from '../../contract/business-days.ts'
import type { StoredOrder } from '../orders/orders.ts'
import type { StoredCreditNote, StoredInvoice } from './store.ts'

/** All that stands on an invoice or a credit note, as it was when it was issued. Days are such as `2026-06-15`. */
export type Printed = {
  seller: { name: string; addresses: readonly string[]; phones: readonly string[]; email?: string }
  buyer: { name: string; address: string; country: string; email: string }
  order: { number: number; placedOn: string }
  line: { packageName: string; points: readonly string[]; cents: number }
  currency: 'USD'
  issuedOn: string
  /** Of a credit note the day of the refund. */
  paidOn: string
  /** How it was paid or refunded, and the provider's name for that. */
  payment?: { method: string; transactionId: string }
  /** Of a credit note: the invoice that it is about. */
  creditsInvoice?: string
  /** It was paid in our own checkout, in which no money moves. */
  isRehearsal: boolean
}

/** An invoice or a credit note. `number` as people read it, such as `1001` or `TEST-1`; `issuedAt` in epoch ms. */
export type Document = { number: string; issuedAt: number; printed: Printed }

/** `paidAt` in epoch ms. */
export type Invoice = Document & { orderId: string; paidAt: number }

/** For one refund; `refundedAt` in epoch ms. */
export type CreditNote = Document & { transactionId: string; cents: number; refundedAt: number }

/** A payment or a refund as its provider told of it; `at` in epoch ms. */
export type Movement = { gateway: string; transactionId: string; at: number }

type Issued = { seller: Business; issuedAt: number; payment: Movement; isRehearsal: boolean }

const METHODS: Readonly<Record<string, string>> = {
  'paypal-standard': 'PayPal',
  'paypal-orders': 'PayPal',
  rehearsal: 'Rehearsal',
  'by-hand': 'Recorded by hand',
}

/** How a payment was made, in the words of an invoice. */
function methodOf(gateway: string): string {
  return METHODS[gateway] ?? gateway
}

/** What is to be printed, so that nothing that changes later is looked at again: not even the business's time zone. */
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

/** What a credit note says: of which invoice how much went back, in whose words the invoice was. */
export function creditPrintedOf(
  order: StoredOrder,
  { cents, invoice, ...issued }: Issued & { cents: number; invoice: string },
): Printed {
  const printed = printedOf(order, issued)
  return { ...printed, line: { ...printed.line, points: [], cents }, creditsInvoice: invoice }
}

export function invoiceFrom({ number, order_id, issued_at, paid_at, printed }: StoredInvoice): Invoice {
  return {
    number: number < 0 ? `TEST${number}` : String(number),
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
