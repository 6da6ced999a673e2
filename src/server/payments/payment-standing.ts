import { amountOf } from '../../contract/money.ts'
import type { PaymentStanding, PayState } from '../../contract/payments.ts'
import type { StoredOrder } from '../orders/orders.ts'
import type { PaymentGateway } from './gateway.ts'

type Known = {
  order: StoredOrder
  invoice: { number: string; paidAt: number } | undefined
  gateway: Pick<PaymentGateway, 'isRehearsal' | 'begins'>
  /** Whether somebody is named who could be paid. */
  isPayable: boolean
}

/** What a customer is told of the payment of an order. */
export function standingOfPayment({ order, invoice, gateway, isPayable }: Known): PaymentStanding {
  return {
    state: stateOf(order, isPayable),
    isRehearsal: gateway.isRehearsal,
    begins: gateway.begins,
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

function stateOf({ payment_status, under_review }: StoredOrder, isPayable: boolean): PayState {
  if (payment_status === 'Paid') return 'paid'
  if (payment_status === 'Cancelled') return 'cancelled'
  if (under_review === 1) return 'underReview'
  return isPayable ? 'toPay' : 'unavailable'
}
