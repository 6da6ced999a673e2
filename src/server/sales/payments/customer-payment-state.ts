import { formatDecimalAmount } from '#contract/core/money.ts'
import type { CustomerPaymentState, OrderCreditNote, PayabilityState } from '#contract/sales/customer-payment.ts'
import type { CreditNote } from '../invoices/invoices.ts'
import { ORDER_REVIEW_STATE_CODES, type StoredOrder } from '../orders/orders.ts'
import { listPaymentAttempts } from './attempts/store.ts'
import { findCurrentPayee, type PaymentCaller, type PaymentDependencies } from './payment-dependencies.ts'
import { listOpenReviewFlagKinds } from './review-flags/store.ts'

/** Returns an order's payment state for its customer. Reads the database and never queries the provider (P-98). */
export async function loadCustomerPaymentState(
  dependencies: PaymentDependencies,
  orderId: string,
  person: PaymentCaller,
): Promise<CustomerPaymentState> {
  const { read, orders, invoices, gateways } = dependencies
  const order = await orders.findForPerson(orderId, person)
  const [invoice, creditNotes, payee, attempts, flags] = await Promise.all([
    invoices.findByOrder(orderId),
    invoices.listCreditNotes(orderId),
    findCurrentPayee(dependencies, read),
    listPaymentAttempts(read, orderId),
    listOpenReviewFlagKinds(read, [orderId]),
  ])
  const last = attempts.at(-1)
  const refusal = last?.refusal ? gateways.all.get(last.gateway)?.explainRefusal?.(last.refusal) : undefined
  const { isRehearsal, begins } = gateways.current
  return {
    state: getPayability(order, payee !== undefined),
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
          received: formatDecimalAmount(order.received_cents),
          refunded: formatDecimalAmount(order.refunded_cents),
          reversed: formatDecimalAmount(Math.max(0, Math.min(order.refunded_cents, sumReversedCents(creditNotes)))),
          net: formatDecimalAmount(order.received_cents - order.refunded_cents),
        },
      }),
  }
}

/** Ends of reversals have negative credit notes. */
function sumReversedCents(creditNotes: readonly CreditNote[]): number {
  const reversals = creditNotes.filter(({ content }) => content.credit?.kind.startsWith('reversal'))
  return reversals.reduce((sum, { cents }) => sum + cents, 0)
}

export function serializeCreditNote({ number, cents, refundedAt }: CreditNote): OrderCreditNote {
  return { number, amount: formatDecimalAmount(cents), refundedAt }
}

function getPayability({ payment_status, under_review }: StoredOrder, isPayable: boolean): PayabilityState {
  if (payment_status === 'Paid') return 'paid'
  if (payment_status === 'Cancelled') return 'cancelled'
  if (under_review === ORDER_REVIEW_STATE_CODES.pending) return 'underReview'
  if (under_review === ORDER_REVIEW_STATE_CODES.mismatch) return 'mismatch'
  return isPayable ? 'toPay' : 'unavailable'
}
