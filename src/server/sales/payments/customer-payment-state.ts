import { randomUUID } from 'node:crypto'
import { formatDecimalAmount } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  cancelOrderEndpoint,
  getPaymentStateEndpoint,
  type OrderCreditNote,
  type PayabilityState,
} from '#contract/sales/customer-payment.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { type CreditNote, findInvoice, listCreditNotes } from '../invoices/invoices.ts'
import { ORDER_REVIEW_STATE_CODES, type StoredOrder, serializeOrder } from '../orders/orders.ts'
import { findCurrentPayee, type PaymentDependencies } from './payment-dependencies.ts'
import { listOpenReviewFlagKinds } from './review-flags/store.ts'
import { insertPaymentDecision, listPaymentAttempts } from './store.ts'
import { recomputePaymentState } from './update-payment-state.ts'

export function createCustomerPaymentHandlers(dependencies: PaymentDependencies) {
  const { read, write, orders, gateways } = dependencies
  return [
    // Reads the database and never queries the provider (P-98).
    defineHandler(getPaymentStateEndpoint, async ({ params: { id: orderId } }, { person }) => {
      const order = await orders.findForPerson(orderId, person)
      const [invoice, creditNotes, payee, attempts, flags] = await Promise.all([
        findInvoice(read, orderId),
        listCreditNotes(read, orderId),
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
    }),

    // Cancels an unpaid order by adding a decision (P-102). A canceled order stays canceled. Throws a 409 for a paid order.
    defineHandler(cancelOrderEndpoint, async ({ params: { id: orderId } }, { person }) => {
      const timeZone = await orders.timeZone()
      await orders.findForPerson(orderId, person)
      const order = await write(async (tx) => {
        const { payment_status } = await orders.lockOrder(tx, orderId)
        if (payment_status === 'Paid')
          throw new UserError(409, 'This order is paid, so you can’t cancel it here. Please write to us.')
        if (payment_status === 'UnPaid') {
          await insertPaymentDecision(tx, orderId, { id: randomUUID(), kind: 'cancel', actor: person.email, reason: '' })
          await recomputePaymentState(tx, orders, orderId)
        }
        return orders.lockOrder(tx, orderId)
      })
      return { message: 'You have cancelled the payment', record: serializeOrder(order, timeZone) }
    }),
  ]
}

/** Ends of reversals have negative credit notes. */
function sumReversedCents(creditNotes: readonly CreditNote[]): number {
  const reversals = creditNotes.filter(({ content }) => content.credit?.kind.startsWith('reversal'))
  return reversals.reduce((sum, { cents }) => sum + cents, 0)
}

export function serializeCreditNote({ number, cents, refundedAt, content }: CreditNote): OrderCreditNote {
  const parts = content.credit?.parts ?? []
  return {
    number,
    amount: formatDecimalAmount(cents),
    refundedAt,
    parts: parts.map((part) => ({ title: part.title, amount: formatDecimalAmount(part.cents) })),
  }
}

function getPayability({ payment_status, under_review }: StoredOrder, isPayable: boolean): PayabilityState {
  if (payment_status === 'Paid') return 'paid'
  if (payment_status === 'Cancelled') return 'cancelled'
  if (under_review === ORDER_REVIEW_STATE_CODES.pending) return 'underReview'
  if (under_review === ORDER_REVIEW_STATE_CODES.mismatch) return 'mismatch'
  return isPayable ? 'toPay' : 'unavailable'
}
