import { amountOf } from '../../contract/money.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { StoredOrder } from './store.ts'

/** To whoever ordered: what, for how much, and what comes next. */
export function placedMail(order: StoredOrder, origin: string): Outgoing {
  const { number, package_name, price_cents, customer_email, id } = order
  const text = `Thank you for your order.

Order ${number}: ${package_name}, $${amountOf(price_cents)}

Nothing was charged yet. The work begins once the order is paid; pay it here:

${origin}/pay-now/${id}

You find all your orders here:

${origin}/my-order`
  return { to: customer_email, subject: `Your order ${number}: ${package_name}`, text }
}

/** Once the work is done. */
export function deliveredMail({ customer_email, number, package_name, id }: StoredOrder, origin: string): Outgoing {
  const text = `The work of your order ${number}, ${package_name}, is done.

You find the order here:

${origin}/my-order/${id}

If something is missing, answer this mail.`
  return { to: customer_email, subject: `Order ${number} is delivered`, text }
}

/** To an admin. Our own words come first, since what customers call themselves could imitate them. */
export function placedNotice(order: StoredOrder, to: string, origin: string): Outgoing {
  const { number, package_name, price_cents, customer_name, customer_email, customer_address, customer_country, id } = order
  const text = `Somebody ordered on your site. It is not paid yet; you get word when it is.

${origin}/admin/payment-status/${id}

Order ${number}: ${package_name}, $${amountOf(price_cents)}
Email: ${customer_email}
Name: ${customer_name}
Address: ${customer_address}
Country: ${customer_country}`
  return { to, subject: `New order ${number}: ${package_name}`, text, replyTo: customer_email }
}
