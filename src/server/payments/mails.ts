import { amountOf } from '../../contract/money.ts'
import type { PaymentFlag } from '../../contract/payment-states.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { StoredOrder } from '../orders/orders.ts'

/** The receipt. */
export function paidMail(order: StoredOrder, invoiceNumber: number, origin: string): Outgoing {
  const { customer_email, number, package_name, price_cents, id } = order
  const text = `Thank you. Your payment has arrived.

Order ${number}: ${package_name}
Paid: $${amountOf(price_cents)} USD
Invoice: ${invoiceNumber}

We begin now. You find the order, its invoice, and what happens next, here:

${origin}/received-payment/${id}`
  return { to: customer_email, subject: `Receipt for order ${number}`, text }
}

export function pendingMail({ customer_email, number, package_name, id }: StoredOrder, origin: string): Outgoing {
  const text = `Your payment for order ${number}, ${package_name}, is on its way, and the payment provider is still looking at it. That can take some days. You need not do anything, and please do not pay again; we write to you once it has arrived.

${origin}/received-payment/${id}`
  return { to: customer_email, subject: `Your payment for order ${number} is on its way`, text }
}

export function refundedMail(
  { customer_email, number, package_name, id }: StoredOrder,
  { cents, isAll }: { cents: number; isAll: boolean },
  origin: string,
): Outgoing {
  const text = `$${amountOf(cents)} USD went back to you for order ${number}, ${package_name}${isAll ? '. With it, all that you paid for it went back' : ''}. When it shows on your account depends on your bank.

${origin}/my-order/${id}`
  return { to: customer_email, subject: `A refund for order ${number}`, text }
}

/** To an admin. */
export function attentionMail(
  { to, kinds, orderNumber }: { to: string; kinds: readonly PaymentFlag[]; orderNumber: number | undefined },
  origin: string,
): Outgoing {
  const about = orderNumber === undefined ? 'A payment' : `A payment of order ${orderNumber}`
  const text = `${about} needs you to look at it (${kinds.join(', ')}). Nothing is lost, and nothing happens by itself until you do.

${origin}/payments-to-check`
  return { to, subject: `${about} needs a look`, text }
}
