import { formatDecimalAmount, formatDollars } from '#contract/core/money.ts'
import { countWorkProgress, describeWorkProgress, isAllDelivered, type WorkSummary } from '#contract/sales/order-progress.ts'
import { defineEmail, type EmailBlock, toSingleLine } from '../../mail/mail.ts'
import type { StoredOrder } from './store.ts'

/** What emails print of an order. */
type OrderSummary = Pick<StoredOrder, 'id' | 'number' | 'package_name' | 'price_cents'>
type OrderWithCustomer = OrderSummary &
  Pick<
    StoredOrder,
    'customer_email' | 'customer_name' | 'customer_address' | 'customer_country' | 'customer_company' | 'purchase_order'
  >

/** The order of the previews. */
export const SAMPLE_ORDER: OrderWithCustomer = {
  id: '00000000-0000-4000-8000-000000000001',
  number: 1001,
  package_name: 'Standard',
  price_cents: 99_900,
  customer_email: 'customer@example.com',
  customer_name: 'Dana Sample',
  customer_address: '100 Example Street, Springfield, IL 62701',
  customer_country: 'United States',
  customer_company: 'Sample Realty LLC',
  purchase_order: 'PO-4711',
}

export const buildOrderPlacedEmail = defineEmail<OrderSummary>({
  name: 'order-placed',
  title: 'Order placed',
  audience: 'customer',
  sentWhen: 'A customer places an order.',
  sample: SAMPLE_ORDER,
  compose: (order) => ({
    subject: `Your order ${order.number}: ${order.package_name}`,
    heading: 'Thanks for your order',
    intro: [
      'You haven’t been charged yet. We start when payment clears.',
      { facts: [...buildOrderEmailRows(order), ['Price', formatCentsAsDollars(order.price_cents)]] },
    ],
    action: { label: `Pay ${formatCentsAsDollars(order.price_cents)}`, path: `/pay-now/${order.id}` },
    details: [
      'Changed your mind? You don’t need to do anything. An unpaid order costs nothing.',
      { link: { label: 'See all your orders', path: '/my-order' } },
    ],
  }),
})

export const buildNewOrderEmail = defineEmail<OrderWithCustomer>({
  name: 'new-order',
  title: 'New order',
  audience: 'admin',
  sentWhen: 'A customer places an order.',
  sample: SAMPLE_ORDER,
  compose: (order) => ({
    subject: `New order ${order.number}: ${order.package_name}`,
    heading: 'You have a new order',
    intro: [`It isn’t paid yet. Reply to this email to write to ${order.customer_email}.`],
    action: { label: 'Open the order', path: `/admin/payment-status/${order.id}` },
    details: [
      {
        facts: [
          ...buildOrderEmailRows(order),
          ['Price', formatCentsAsDollars(order.price_cents)],
          ['Email', order.customer_email],
          ['Name', toSingleLine(order.customer_name)],
          ['Address', toSingleLine(order.customer_address)],
          ['Country', toSingleLine(order.customer_country)],
          ...(order.customer_company ? [['Company', toSingleLine(order.customer_company)] as const] : []),
          ...(order.purchase_order ? [['Purchase order', toSingleLine(order.purchase_order)] as const] : []),
        ],
      },
    ],
    replyTo: order.customer_email,
  }),
})

type DeliveredOrder = {
  order: OrderSummary
  /** What became of each part. It is missing if the order has no parts, or the team touched none. */
  work: WorkSummary | undefined
  /** The order's package, if the client can order another month of it. */
  packageId?: string | undefined
}

export const buildOrderDeliveredEmail = defineEmail<DeliveredOrder>({
  name: 'order-delivered',
  title: 'Order delivered',
  audience: 'customer',
  sentWhen: 'An admin marks an order delivered.',
  sample: {
    order: SAMPLE_ORDER,
    work: {
      delivered: ['Site and indexing audit', 'Titles and descriptions for 8 pages'],
      continuing: ['15 directory citations'],
      missed: [],
      refunded: [],
      refunding: [{ title: 'Agent and broker schema', cents: 14_271 }],
    },
  },
  compose: ({ order, work, packageId }) => {
    const progress = work && countWorkProgress(work)
    const isComplete = isAllDelivered(progress)
    const result = progress && !isComplete && describeWorkProgress(progress, true)
    const notComplete = result
      ? { heading: 'Where your order stands', sentence: 'Here is what became of each part.' }
      : { heading: 'Your order is delivered', sentence: 'We marked your order as delivered.' }
    const { heading, sentence } = isComplete
      ? { heading: 'Your order is complete', sentence: 'We’ve finished the work on your order.' }
      : notComplete
    return {
      subject: result ? `Your order ${order.number}: ${result}` : `Your order ${order.number} is delivered`,
      heading,
      intro: [
        sentence,
        { facts: buildOrderEmailRows(order) },
        ...listParts('Delivered:', work?.delivered),
        ...listParts('Continues, at no extra charge:', work?.continuing),
        ...listParts('Not delivered:', work?.missed),
        ...listParts('Refunded:', work?.refunded.map(formatRefundedPart)),
        ...listParts('Refund on its way:', work?.refunding.map(formatRefundedPart)),
      ],
      action: { label: 'See your order', path: `/my-order/${order.id}` },
      details: [
        ...(packageId ? [{ link: { label: 'Order another month', path: `/order-now/${packageId}` } } as const] : []),
        'Is something missing? Tell us and we’ll take care of it.',
        { link: { label: 'Contact us', path: '/contact' } },
      ],
    }
  },
})

function listParts(title: string, parts: readonly string[] = []): EmailBlock[] {
  return parts.length === 0 ? [] : [title, { list: parts.map(toSingleLine) }]
}

/** A part of an order whose share of the price goes back. */
export type RefundedPart = { title: string; cents: number }

export function formatRefundedPart({ title, cents }: RefundedPart): string {
  return `${toSingleLine(title)}: ${formatCentsAsDollars(cents)}`
}

/** Returns the rows that name an order. */
export function buildOrderEmailRows({ number, package_name }: OrderSummary): [label: string, value: string][] {
  return [
    ['Order', String(number)],
    ['Package', toSingleLine(package_name)],
  ]
}

export function formatCentsAsDollars(cents: number): string {
  return formatDollars(formatDecimalAmount(cents))
}
