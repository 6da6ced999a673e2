import { formatDateTime } from '../../../contract/core/date-time-format.ts'
import { formatAmount, formatDollars } from '../../../contract/core/money.ts'
import type { ReviewFlagKind } from '../../../contract/sales/payment-enums.ts'
import { MISMATCH_MESSAGE } from '../../../contract/sales/payments.ts'
import type { OutgoingEmail } from '../../mail/mail.ts'
import { describeOrder, type StoredOrder } from '../orders/orders.ts'
import type { NewReviewFlag } from './review-flags/store.ts'

const formatUtc = (at: number) => formatDateTime('UTC', at)

/** `cents` is the amount that arrived. */
export function buildReceiptEmail(
  order: StoredOrder,
  { cents, invoice }: { cents: number; invoice: string },
  origin: string,
): OutgoingEmail {
  const { customer_email, number, id } = order
  const text = `Thank you. Your payment has arrived.

${describeOrder(order)}
Paid: ${formatDollars(formatAmount(cents))} USD
Invoice: ${invoice}

Your invoice is a PDF on the receipt page:

${origin}/received-payment/${id}

There is nothing else you need to do.`
  return { to: customer_email, subject: `Receipt for order ${number}`, text }
}

export function buildPaymentPendingEmail(order: StoredOrder, origin: string): OutgoingEmail {
  const { customer_email, number, id } = order
  const text = `Your payment is on its way, and the payment provider is still checking it. That can take a few days.

${describeOrder(order)}

Please do not pay a second time. We will write to you once the payment arrives. Until then you can follow it here:

${origin}/received-payment/${id}`
  return { to: customer_email, subject: `Your payment for order ${number} is on its way`, text }
}

/** Tells the customer that the owner reviews the payment (P-108). */
export function buildMismatchEmail(order: StoredOrder, origin: string): OutgoingEmail {
  const { customer_email, number, id } = order
  const text = `${MISMATCH_MESSAGE}

${describeOrder(order)}

We will write to you. You can follow the order here:

${origin}/my-order/${id}`
  return { to: customer_email, subject: `Your payment for order ${number} doesn't match`, text }
}

export function buildPaidTwiceEmail(order: StoredOrder, origin: string): OutgoingEmail {
  const { customer_email, number, id } = order
  const text = `Your order was paid twice. We will refund the second payment to where it came from.

${describeOrder(order)}

There is nothing you need to do. You can follow the order here:

${origin}/my-order/${id}`
  return { to: customer_email, subject: `You paid twice for order ${number}`, text }
}

/** `cents` is the amount of this refund. `isAll`: no money is left with the order. */
export function buildRefundEmail(
  order: StoredOrder,
  { cents, isAll }: { cents: number; isAll: boolean },
  origin: string,
): OutgoingEmail {
  const { customer_email, number, id } = order
  const rest = isAll ? 'All that was paid for this order has gone back now.' : 'The rest of what was paid stays with the order.'
  const text = `${formatDollars(formatAmount(cents))} USD went back to where your payment came from.

${describeOrder(order)}

${rest} How soon you see it in your account depends on your bank and the payment provider.

${origin}/my-order/${id}`
  return { to: customer_email, subject: `A refund for order ${number}`, text }
}

/** Tells the admin who requested a refund that the provider refused it. */
export function buildRefundRefusedEmail(
  order: StoredOrder,
  { to, cents, reason }: { to: string; cents: number; reason: string },
  origin: string,
): OutgoingEmail {
  const text = `The refund of ${formatDollars(formatAmount(cents))} USD was not made. Nothing went back to the customer.

${reason}

${describeOrder(order)}

${origin}/admin/payment-status/${order.id}`
  return { to, subject: `The refund for order ${order.number} was refused`, text }
}

const FLAG_REASONS: Record<ReviewFlagKind, string> = {
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

/** Lists each reason once. */
export function buildReviewFlagEmail(
  {
    to,
    flags,
    orderNumber,
  }: { to: string; flags: readonly Pick<NewReviewFlag, 'kind' | 'dueAt'>[]; orderNumber: number | undefined },
  origin: string,
): OutgoingEmail {
  const about = orderNumber === undefined ? 'A payment' : `The payment of order ${orderNumber}`
  const reasons = [...new Set(flags.map(getFlagReason))].map((reason) => `- ${reason}`).join('\n')
  const text = `${about} needs somebody to look at it.

${reasons}

What was received is kept. See what came, and say what was done about it:

${origin}/payments-to-check`
  return { to, subject: `${about} needs a look`, text }
}

function getFlagReason({ kind, dueAt }: Pick<NewReviewFlag, 'kind' | 'dueAt'>): string {
  return dueAt === undefined ? FLAG_REASONS[kind] : `${FLAG_REASONS[kind]} It wants your answer by ${formatUtc(dueAt)} UTC.`
}

/** Puts the rehearsal sentence above the text (P-100). */
export function markAsRehearsal(email: OutgoingEmail): OutgoingEmail {
  return { ...email, text: `Rehearsal: no money moves.\n\n${email.text}` }
}
