import { amountOf } from '../../contract/money.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { StoredOrder } from '../orders/orders.ts'

/** The receipt. */
export function paidMail({ customer_email, number, package_name, price_cents, id }: StoredOrder, origin: string): Outgoing {
  const text = `Thank you. Your payment has arrived.

Order ${number}: ${package_name}
Paid: $${amountOf(price_cents)} USD

We begin now. You find the order, and what happens next, here:

${origin}/received-payment/${id}`
  return { to: customer_email, subject: `Receipt for order ${number}`, text }
}

export function pendingMail({ customer_email, number, package_name, id }: StoredOrder, origin: string): Outgoing {
  const text = `Your payment for order ${number}, ${package_name}, is on its way, and the payment provider is still looking at it. That can take some days. You need not do anything, and please do not pay again; we write to you once it has arrived.

${origin}/received-payment/${id}`
  return { to: customer_email, subject: `Your payment for order ${number} is on its way`, text }
}

export function refundedMail({ customer_email, number, package_name }: StoredOrder, cents: number): Outgoing {
  const text = `$${amountOf(cents)} USD went back to you for order ${number}, ${package_name}. When it shows on your account depends on your bank.`
  return { to: customer_email, subject: `A refund for order ${number}`, text }
}
