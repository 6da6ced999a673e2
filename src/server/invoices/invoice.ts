import type { Business } from '../../contract/business.ts'
import { businessDay } from '../../contract/business-days.ts'
import type { InvoiceTable } from '../db/tables.ts'
import type { StoredOrder } from '../orders/orders.ts'

/** All that stands on an invoice, as it was when it was issued. Days are such as `2026-06-15`. */
export type Printed = {
  seller: { name: string; addresses: readonly string[]; phones: readonly string[]; email?: string }
  buyer: { name: string; address: string; country: string; email: string }
  order: { number: number; placedOn: string }
  line: { packageName: string; points: readonly string[]; cents: number }
  currency: 'USD'
  issuedOn: string
  paidOn: string
  /** It was paid in our own checkout, in which no money moves. */
  isRehearsal: boolean
}

/** `number` as people read it, such as `1001` or `TEST-1`; `issuedAt` and `paidAt` in epoch ms. */
export type Invoice = { number: string; orderId: string; issuedAt: number; paidAt: number; printed: Printed }

type Issued = { seller: Business; issuedAt: number; settledAt: number; isRehearsal: boolean }

/** What is to be printed, so that nothing that changes later is looked at again: not even the business's time zone. */
export function printedOf(order: StoredOrder, { seller, issuedAt, settledAt, isRehearsal }: Issued): Printed {
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
    paidOn: businessDay(timeZone, settledAt),
    isRehearsal,
  }
}

export function fromRow({ number, order_id, issued_at, paid_at, printed }: InvoiceTable): Invoice {
  return {
    number: number < 0 ? `TEST${number}` : String(number),
    orderId: order_id,
    issuedAt: issued_at,
    paidAt: paid_at,
    printed: JSON.parse(printed) as Printed,
  }
}
