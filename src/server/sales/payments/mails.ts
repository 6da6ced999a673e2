import { formatMoment } from '../../../contract/grammar/business-time.ts'
import { amountOf, dollarsAndCents } from '../../../contract/grammar/money.ts'
import type { PaymentFlag } from '../../../contract/sales/payment-states.ts'
import { MISMATCH } from '../../../contract/sales/payments.ts'
import { type Outgoing, onOneLine } from '../../mail/mail.ts'
import type { StoredOrder } from '../orders/orders.ts'
import type { Raised } from './flags/store.ts'

const sayUtc = (at: number) => formatMoment('UTC', at)

/** Writes the receipt. `cents` is the amount that arrived. */
export function paidMail(order: StoredOrder, { cents, invoice }: { cents: number; invoice: string }, origin: string): Outgoing {
  const { customer_email, number, id } = order
  const text = `Thank you. Your payment has arrived.

${named(order)}
Paid: ${dollarsAndCents(amountOf(cents))} USD
Invoice: ${invoice}

Your invoice is a PDF on the receipt page:

${origin}/received-payment/${id}

There is nothing else you need to do.`
  return { to: customer_email, subject: `Receipt for order ${number}`, text }
}

export function pendingMail(order: StoredOrder, origin: string): Outgoing {
  const { customer_email, number, id } = order
  const text = `Your payment is on its way, and the payment provider is still checking it. That can take a few days.

${named(order)}

Please do not pay a second time. We will write to you once the payment arrives. Until then you can follow it here:

${origin}/received-payment/${id}`
  return { to: customer_email, subject: `Your payment for order ${number} is on its way`, text }
}

/** Writes to a customer while the owner reviews the payment. */
export function mismatchMail(order: StoredOrder, origin: string): Outgoing {
  const { customer_email, number, id } = order
  const text = `${MISMATCH}

${named(order)}

We will write to you. You can follow the order here:

${origin}/my-order/${id}`
  return { to: customer_email, subject: `Your payment for order ${number} doesn't match`, text }
}

export function paidTwiceMail(order: StoredOrder, origin: string): Outgoing {
  const { customer_email, number, id } = order
  const text = `Your order was paid twice. We will refund the second payment to where it came from.

${named(order)}

There is nothing you need to do. You can follow the order here:

${origin}/my-order/${id}`
  return { to: customer_email, subject: `You paid twice for order ${number}`, text }
}

/** `cents`: what went back now; `isAll` where nothing of what was paid is left. */
export function refundedMail(order: StoredOrder, { cents, isAll }: { cents: number; isAll: boolean }, origin: string): Outgoing {
  const { customer_email, number, id } = order
  const rest = isAll ? 'All that was paid for this order has gone back now.' : 'The rest of what was paid stays with the order.'
  const text = `${dollarsAndCents(amountOf(cents))} USD went back to where your payment came from.

${named(order)}

${rest} How soon you see it in your account depends on your bank and the payment provider.

${origin}/my-order/${id}`
  return { to: customer_email, subject: `A refund for order ${number}`, text }
}

/** Writes to the admin who asked for a refund. */
export function refundRefusedMail(
  order: StoredOrder,
  { to, cents, why }: { to: string; cents: number; why: string },
  origin: string,
): Outgoing {
  const text = `The refund of ${dollarsAndCents(amountOf(cents))} USD was not made. Nothing went back to the customer.

${why}

${named(order)}

${origin}/admin/payment-status/${order.id}`
  return { to, subject: `The refund for order ${order.number} was refused`, text }
}

const REASONS: Record<PaymentFlag, string> = {
  pending: 'A payment is on its way, and the payment provider is still checking it.',
  failed: 'A payment failed.',
  paidAfterCancel: 'The order was cancelled, and then paid. It counts as paid.',
  partiallyRefunded: 'A part of a payment went back.',
  refunded: 'All of a payment went back.',
  reversed: 'The payment provider took a payment back, as it does in a dispute.',
  doublePaid: 'The order was paid more than once. Refund one payment. The customer expects the refund.',
  dispute: 'The customer disputes the payment. Answer at the payment provider.',
  review: 'A payment is not what was asked for: its amount, its currency, or whom it went to.',
  refused: 'The payment provider refused a payment. No money moved.',
  notCaptured: 'A customer approved a payment, and it was not taken. No money moved.',
  refundUnclear: 'The payment provider never said whether it made a refund. Look for the refund there.',
  orphan: 'A payment arrived, and nothing in it says for which order.',
  forged: 'A notice of a payment came that is not from the payment provider. It changed nothing.',
  unreadable: 'The payment provider sent a notice that could not be understood.',
  unverified: 'A notice of a payment came, and the payment provider has not said for a long time whether it is its own.',
}

/** To an admin: why somebody has to look at a payment. */
export function attentionMail(
  { to, flags, orderNumber }: { to: string; flags: readonly Pick<Raised, 'kind' | 'dueAt'>[]; orderNumber: number | undefined },
  origin: string,
): Outgoing {
  const about = orderNumber === undefined ? 'A payment' : `The payment of order ${orderNumber}`
  const reasons = [...new Set(flags.map(reasonOf))].map((reason) => `- ${reason}`).join('\n')
  const text = `${about} needs somebody to look at it.

${reasons}

What was received is kept. See what came, and say what was done about it:

${origin}/payments-to-check`
  return { to, subject: `${about} needs a look`, text }
}

function reasonOf({ kind, dueAt }: Pick<Raised, 'kind' | 'dueAt'>): string {
  return dueAt === undefined ? REASONS[kind] : `${REASONS[kind]} It wants your answer by ${sayUtc(dueAt)} UTC.`
}

/** The same mail where no money moved: it says so before all else. */
export function rehearsed(mail: Outgoing): Outgoing {
  return { ...mail, text: `Rehearsal: no money moves.\n\n${mail.text}` }
}

function named({ number, package_name }: StoredOrder): string {
  return `Order ${number}: ${onOneLine(package_name)}`
}
