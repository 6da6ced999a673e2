import { amountOf, dollarsAndCents } from '../../../contract/grammar/money.ts'
import { type Outgoing, onOneLine } from '../../mail/mail.ts'
import type { StoredOrder } from './store.ts'

/** To whoever ordered: what, for how much, and what comes next. */
export function placedMail(order: StoredOrder, origin: string): Outgoing {
  const { customer_email, id } = order
  const text = `Thank you for your order.

${named(order)}, ${dollarsAndCents(amountOf(order.price_cents))} USD

Nothing was charged. Work starts once the order is paid. You can pay here:

${origin}/pay-now/${id}

All your orders, with the status of each, are here:

${origin}/my-order

Changed your mind? Just leave it: an unpaid order costs nothing.`
  return { to: customer_email, subject: `Your order ${order.number}: ${order.package_name}`, text }
}

/** To an admin. Our own words come first, since what customers call themselves could imitate them. */
export function placedNotice(order: StoredOrder, to: string, origin: string): Outgoing {
  const { customer_name, customer_email, customer_address, customer_country, id } = order
  const text = `You have a new order. It is not paid yet. A reply to this email goes to ${customer_email}.

${origin}/admin/payment-status/${id}

${named(order)}, ${dollarsAndCents(amountOf(order.price_cents))} USD
Email: ${customer_email}
Name: ${onOneLine(customer_name)}
Address: ${onOneLine(customer_address)}
Country: ${onOneLine(customer_country)}`
  return { to, subject: `New order ${order.number}: ${order.package_name}`, text, replyTo: customer_email }
}

/** To whoever ordered, once the work is done. */
export function deliveredMail(order: StoredOrder, origin: string): Outgoing {
  const { customer_email, number, id } = order
  const text = `The work on your order is done.

${named(order)}

Here is the order:

${origin}/my-order/${id}

Is something missing? Write to us:

${origin}/contact`
  return { to: customer_email, subject: `Your order ${number} is delivered`, text }
}

function named({ number, package_name }: StoredOrder): string {
  return `Order ${number}: ${onOneLine(package_name)}`
}
