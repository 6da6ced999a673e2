import { amountOf } from '../../../contract/grammar/money.ts'
import type { CreditNoteRecord, PaymentStanding, PayState } from '../../../contract/sales/payments.ts'
import type { CreditNote } from '../invoices/invoices.ts'
import { REVIEW, type StoredOrder } from '../orders/orders.ts'
import { openFlagsOf } from './flags/store.ts'
import { currentPayee, type PaymentParts, type Person } from './parts.ts'
import { attemptsOf } from './store.ts'

/** Returns the payment state of an order as its customer reads it. It asks the database only, never the provider. */
export async function paymentStateOf(parts: PaymentParts, orderId: string, person: Person): Promise<PaymentStanding> {
  const { read, orders, invoices, gateways } = parts
  const order = await orders.ofPerson(orderId, person)
  const [invoice, creditNotes, payee, attempts, flags] = await Promise.all([
    invoices.ofOrder(orderId),
    invoices.creditNotes(orderId),
    currentPayee(parts, read),
    attemptsOf(read, orderId),
    openFlagsOf(read, [orderId]),
  ])
  const last = attempts.at(-1)
  const refusal = last?.refusal ? gateways.all.get(last.gateway)?.explain?.(last.refusal) : undefined
  const { isRehearsal, begins } = gateways.current
  return {
    state: stateOf(order, payee !== undefined),
    isRehearsal,
    begins,
    isPaidTwice: flags.get(orderId)?.includes('doublePaid') ?? false,
    creditNotes: creditNotes.map(serializeCreditNote),
    ...(refusal && order.payment_status === 'UnPaid' && { refusal: { sentence: refusal.customer, next: refusal.next } }),
    ...(invoice &&
      order.received_cents > 0 && {
        receipt: {
          number: invoice.number,
          paidAt: invoice.paidAt,
          received: amountOf(order.received_cents),
          refunded: amountOf(order.returned_cents),
          net: amountOf(order.received_cents - order.returned_cents),
        },
      }),
  }
}

export function serializeCreditNote({ number, cents, refundedAt }: CreditNote): CreditNoteRecord {
  return { number, amount: amountOf(cents), refundedAt }
}

function stateOf({ payment_status, under_review }: StoredOrder, isPayable: boolean): PayState {
  if (payment_status === 'Paid') return 'paid'
  if (payment_status === 'Cancelled') return 'cancelled'
  if (under_review === REVIEW.pending) return 'underReview'
  if (under_review === REVIEW.mismatch) return 'mismatch'
  return isPayable ? 'toPay' : 'unavailable'
}
