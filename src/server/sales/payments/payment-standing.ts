import { amountOf } from '../../../contract/grammar/money.ts'
import type { PaymentFlag } from '../../../contract/sales/payment-states.ts'
import type { CreditNoteRecord, PaymentStanding, PayState } from '../../../contract/sales/payments.ts'
import type { CreditNote } from '../invoices/invoices.ts'
import { REVIEW, type StoredOrder } from '../orders/orders.ts'
import type { PaymentGateway, ProviderRefusal } from './gateway.ts'

type Known = {
  order: StoredOrder
  invoice: { number: string; paidAt: number } | undefined
  creditNotes: readonly CreditNote[]
  gateway: Pick<PaymentGateway, 'isRehearsal' | 'begins'>
  /** The open flags of the order. */
  flags: readonly PaymentFlag[]
  /** Why the provider refused the last hand-off, where it did. */
  refusal: ProviderRefusal | undefined
  /** Whether somebody is named who could be paid. */
  isPayable: boolean
}

/** What a customer is told of the payment of an order. */
export function standingOfPayment({ order, invoice, creditNotes, gateway, flags, refusal, isPayable }: Known): PaymentStanding {
  return {
    state: stateOf(order, isPayable),
    isRehearsal: gateway.isRehearsal,
    begins: gateway.begins,
    isPaidTwice: flags.includes('doublePaid'),
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
