import { PAYMENT_MISMATCH_MESSAGE } from '#contract/sales/customer-payment.ts'
import type { ReviewFlagKind } from '#contract/sales/payment-kinds.ts'
import { defineEmail, type OutgoingEmail, toSingleLine } from '../../mail/mail.ts'
import {
  buildOrderEmailRows,
  formatCentsAsDollars,
  formatRefundedPart,
  type RefundedPart,
  SAMPLE_ORDER,
  type StoredOrder,
} from '../orders/orders.ts'
import type { NewReviewFlag } from './review-flags/store.ts'

type PaidOrder = Pick<StoredOrder, 'id' | 'number' | 'package_name' | 'price_cents'>
type StoredOrderWithCustomer = PaidOrder & Pick<StoredOrder, 'customer_name' | 'customer_email'>

type Receipt = {
  order: PaidOrder
  /** The amount that arrived. */
  cents: number
  /** Epoch ms. */
  paidAt: number
  invoice: string
  /** Whether the order has questions for the customer (P-243). */
  hasQuestions: boolean
}

export const buildReceiptEmail = defineEmail<Receipt>({
  name: 'receipt',
  title: 'Receipt',
  audience: 'customer',
  sentWhen: 'A payment for an order arrives. The invoice is attached as a PDF.',
  sample: { order: SAMPLE_ORDER, cents: 99_900, paidAt: Date.UTC(2026, 10, 23, 20), invoice: '1001', hasQuestions: true },
  compose: ({ order, cents, paidAt, invoice, hasQuestions }) => ({
    subject: `Receipt for order ${order.number}`,
    heading: 'Payment received',
    intro: [
      'Thank you. We have your payment. Your invoice is attached.',
      hasQuestions
        ? 'Next, please answer a few questions about your business. You can save your answers and finish later. We start when we have them.'
        : 'You don’t need to do anything now. We’ll email you when we start.',
      {
        facts: [
          ...buildOrderEmailRows(order),
          ['Paid', formatCentsAsDollars(cents)],
          ['Date', { at: paidAt }],
          ['Invoice', invoice],
        ],
      },
    ],
    action: hasQuestions
      ? { label: 'Answer the questions', path: `/my-order/${order.id}/brief` }
      : { label: 'See your order', path: `/my-order/${order.id}` },
    attachment: { invoiceOfOrder: order.id },
  }),
})

type MoneyReceived = { order: StoredOrderWithCustomer; cents: number; paidAt: number; provider: string }

/** Tells an admin that money arrived (P-343). */
export const buildMoneyReceivedEmail = defineEmail<MoneyReceived>({
  name: 'money-received',
  title: 'Money received',
  audience: 'admin',
  sentWhen: 'A payment for an order arrives. Each admin chooses on the account page whether to get it.',
  sample: { order: SAMPLE_ORDER, cents: 99_900, paidAt: Date.UTC(2026, 10, 23, 20), provider: 'PayPal' },
  compose: ({ order, cents, paidAt, provider }) => ({
    subject: `${formatCentsAsDollars(cents)} received for order ${order.number}`,
    heading: 'Money received',
    intro: [`${formatCentsAsDollars(cents)} arrived. Reply to this email to write to ${order.customer_email}.`],
    action: { label: 'Open the order', path: `/admin/payment-status/${order.id}` },
    details: [
      {
        facts: [
          ...buildOrderEmailRows(order),
          ['Customer', toSingleLine(order.customer_name)],
          ['Email', order.customer_email],
          ['Provider', provider],
          ['Date', { at: paidAt }],
        ],
      },
    ],
    replyTo: order.customer_email,
  }),
})

export const buildPaymentPendingEmail = defineEmail<PaidOrder>({
  name: 'payment-pending',
  title: 'Payment pending',
  audience: 'customer',
  sentWhen: 'The payment provider is still checking a payment.',
  sample: SAMPLE_ORDER,
  compose: (order) => ({
    subject: `Your payment for order ${order.number} is on its way`,
    heading: 'Your payment is on its way',
    intro: [
      'The payment provider is still checking it. That can take a few days.',
      'Please don’t pay again. We’ll email you when the payment arrives.',
      { facts: buildOrderEmailRows(order) },
    ],
    action: { label: 'Check the payment', path: `/received-payment/${order.id}` },
  }),
})

/** Tells the customer that the owner reviews the payment (P-108). */
export const buildPaymentMismatchEmail = defineEmail<PaidOrder>({
  name: 'payment-mismatch',
  title: 'Payment doesn’t match',
  audience: 'customer',
  sentWhen: 'A payment arrives that doesn’t match its order.',
  sample: SAMPLE_ORDER,
  compose: (order) => ({
    subject: `Your payment for order ${order.number} doesn’t match`,
    heading: 'We’re checking your payment',
    intro: [PAYMENT_MISMATCH_MESSAGE, 'We’ll email you when we know more.', { facts: buildOrderEmailRows(order) }],
    action: { label: 'See your order', path: `/my-order/${order.id}` },
  }),
})

export const buildPaidTwiceEmail = defineEmail<PaidOrder>({
  name: 'paid-twice',
  title: 'Paid twice',
  audience: 'customer',
  sentWhen: 'A second payment for the same order arrives.',
  sample: SAMPLE_ORDER,
  compose: (order) => ({
    subject: `You paid twice for order ${order.number}`,
    heading: 'You paid twice',
    intro: [
      'We’ll refund the second payment to your original payment method. You don’t need to do anything.',
      { facts: buildOrderEmailRows(order) },
    ],
    action: { label: 'See your order', path: `/my-order/${order.id}` },
  }),
})

type RefundEmail = { order: PaidOrder; cents: number; parts: readonly RefundedPart[]; isAll: boolean; hasRest: boolean }

/**
 * `cents` is the amount of this refund, and `parts` what it is for. `isAll`: refunds returned everything. `hasRest`: some
 * money is left with the order.
 */
export const buildRefundEmail = defineEmail<RefundEmail>({
  name: 'refund',
  title: 'Refund',
  audience: 'customer',
  sentWhen: 'A refund goes out.',
  sample: {
    order: SAMPLE_ORDER,
    cents: 14_271,
    parts: [{ title: 'Agent and broker schema', cents: 14_271 }],
    isAll: false,
    hasRest: true,
  },
  compose: ({ order, cents, parts, isAll, hasRest }) => ({
    subject: `Refund for order ${order.number}`,
    heading: 'Refund issued',
    intro: [
      `We refunded ${formatCentsAsDollars(cents)} to your original payment method.`,
      ...(parts.length > 0 ? ['It is for what we didn’t deliver:', { list: parts.map(formatRefundedPart) }] : []),
      isAll
        ? 'You now have a full refund for this order.'
        : `This is a partial refund.${hasRest ? ' The rest of your payment stays with the order.' : ''}`,
      { facts: buildOrderEmailRows(order) },
      'Your bank and the payment provider decide when it shows in your account.',
    ],
    action: { label: 'See your order', path: `/my-order/${order.id}` },
  }),
})

/** Tells the admin who requested a refund that the provider refused it. */
export const buildRefundRefusedEmail = defineEmail<{ order: PaidOrder; cents: number; reason: string }>({
  name: 'refund-refused',
  title: 'Refund refused',
  audience: 'admin',
  sentWhen: 'The payment provider refuses a refund, or a refund fails there.',
  sample: { order: SAMPLE_ORDER, cents: 49_950, reason: 'Your PayPal balance is too low for this refund.' },
  compose: ({ order, cents, reason }) => ({
    subject: `The refund for order ${order.number} was refused`,
    heading: 'The refund wasn’t made',
    intro: [
      `The refund of ${formatCentsAsDollars(cents)} was refused, so the customer got no money back.`,
      reason,
      { facts: buildOrderEmailRows(order) },
    ],
    action: { label: 'Open the order', path: `/admin/payment-status/${order.id}` },
  }),
})

const FLAG_REASONS: Record<ReviewFlagKind, string> = {
  pending: 'A payment is on its way, and the payment provider is still checking it.',
  failed: 'A payment failed.',
  paidAfterCancel: 'The customer canceled the order and then paid it. It counts as paid.',
  partiallyRefunded: 'Part of a payment was refunded.',
  refunded: 'A payment was refunded in full.',
  reversed: 'The payment provider took a payment back, as it does in a dispute.',
  doublePaid: 'The order was paid more than once. Refund one payment. The customer expects it.',
  dispute: 'The customer disputes the payment. Answer at the payment provider.',
  review: 'A payment doesn’t match what you asked for: its amount, its currency or the account that was paid.',
  unaccounted: 'The payment provider moved money, or must have, that your totals don’t include.',
  refused: 'The payment provider refused a payment. No money moved.',
  notCaptured: 'A customer approved a payment, but it wasn’t collected. No money moved.',
  refundUnclear: 'The payment provider never confirmed a refund. Look for it there.',
  orphan: 'A payment arrived without an order number.',
  forged: 'A payment notice arrived that didn’t come from the payment provider. It changed nothing.',
  unreadable: 'The payment provider sent a notice that we couldn’t read.',
  unverified: 'A payment notice arrived, and the payment provider hasn’t confirmed it for a long time.',
}

type FlagToReview = Pick<NewReviewFlag, 'kind' | 'dueAt'>

/** Lists each reason once. */
export const buildReviewFlagEmail = defineEmail<{ flags: readonly FlagToReview[]; orderNumber: number | undefined }>({
  name: 'payment-to-review',
  title: 'Payment to check',
  audience: 'admin',
  sentWhen: 'A payment needs a decision, such as a dispute.',
  sample: { flags: [{ kind: 'dispute', dueAt: Date.UTC(2026, 11, 1, 17) }], orderNumber: 1001 },
  compose: ({ flags, orderNumber }) => {
    const subject = orderNumber === undefined ? 'Check a payment' : `Check the payment for order ${orderNumber}`
    const deadlines = [...new Set(flags.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt !== undefined))]
    return {
      subject,
      heading: subject,
      intro: [
        { list: [...new Set(flags.map(({ kind }) => FLAG_REASONS[kind]))] },
        ...(deadlines.length > 0 ? [{ facts: deadlines.map((at) => ['Answer by', { at }] as const) }] : []),
      ],
      action: { label: 'Check the payment', path: '/payments-to-check' },
      details: ['You decide what happens next.'],
    }
  },
})

/** Puts the rehearsal sentence above the text (P-100). */
export function addRehearsalBannerToEmail(email: OutgoingEmail): OutgoingEmail {
  return { ...email, banner: 'Rehearsal: no money moves.' }
}
