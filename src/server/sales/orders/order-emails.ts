import { formatAmount, formatDollars } from '../../../contract/core/money.ts'
import { type OutgoingEmail, toSingleLine } from '../../mail/mail.ts'
import type { StoredOrder } from './store.ts'

export function buildOrderPlacedEmail(order: StoredOrder, origin: string): OutgoingEmail {
  const { customer_email, id } = order
  const text = `Thank you for your order.

${describeOrder(order)}, ${formatDollars(formatAmount(order.price_cents))} USD

Nothing was charged. Work starts once the order is paid. You can pay here:

${origin}/pay-now/${id}

All your orders, with the status of each, are here:

${origin}/my-order

Changed your mind? Just leave it: an unpaid order costs nothing.`
  return { to: customer_email, subject: `Your order ${order.number}: ${order.package_name}`, text }
}

/** Puts our own text first, because customer names could imitate it. */
export function buildNewOrderAlert(order: StoredOrder, to: string, origin: string): OutgoingEmail {
  const { customer_name, customer_email, customer_address, customer_country, id } = order
  const text = `You have a new order. It is not paid yet. A reply to this email goes to ${customer_email}.

${origin}/admin/payment-status/${id}

${describeOrder(order)}, ${formatDollars(formatAmount(order.price_cents))} USD
Email: ${customer_email}
Name: ${toSingleLine(customer_name)}
Address: ${toSingleLine(customer_address)}
Country: ${toSingleLine(customer_country)}`
  return { to, subject: `New order ${order.number}: ${order.package_name}`, text, replyTo: customer_email }
}

export function buildOrderDeliveredEmail(order: StoredOrder, origin: string): OutgoingEmail {
  const { customer_email, number, id } = order
  const text = `The work on your order is done.

${describeOrder(order)}

Here is the order:

${origin}/my-order/${id}

Is something missing? Write to us:

${origin}/contact`
  return { to: customer_email, subject: `Your order ${number} is delivered`, text }
}

/** Returns the order's number and package in one line, for emails. */
export function describeOrder({ number, package_name }: StoredOrder): string {
  return `Order ${number}: ${toSingleLine(package_name)}`
}
