import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQuery } from '../core/paging.ts'
import { buildWriteReplySchema, idParamsSchema } from '../core/reply-schemas.ts'
import { searchQuerySchema, textSchema } from '../core/text-schemas.ts'
import { moneyModes, orderStatus, paymentStatus } from './order-enums.ts'
import { reviewFlagKinds } from './payment-enums.ts'

const tag = 'orders'

/** In characters: they stand on one line of an invoice. */
const MAX_NAME = 200
const MAX_ADDRESS = 500

function singleLineText(label: string, maxLength: number) {
  return textSchema(label).check(z.trim(), z.maxLength(maxLength, `${label} must be at most ${maxLength} characters.`))
}

/** An order as it was placed: what the package was called, cost and held then stays, whatever becomes of the package. */
export const order = z.object({
  _id: z.string(),
  packageName: z.string(),
  /** A numeric string of US dollars, such as `999` (P-85). */
  packagePrice: z.string(),
  customerEmail: z.string(),
  customerName: z.string(),
  customerAddress: z.string(),
  customerCountry: z.string(),
  paymentStatus,
  orderStatus,
  /** MM/DD/YYYY. */
  orderDate: z.string(),
  /** What people call it by. */
  _number: z.number(),
  /** Epoch ms. */
  _placedAt: z.number(),
  _packagePoints: z.array(z.string()),
  /** A payment is pending or under review, so the customer must not pay a second time. */
  _isUnderReview: z.boolean(),
  /** What arrived and counts, what went back, and the difference; US dollars with two decimals. */
  _received: z.string(),
  _refunded: z.string(),
  _net: z.string(),
  /** Test money (sandbox, rehearsal) paid for it. */
  _isTest: z.boolean(),
  /** What of its payment a person still has to look at: of each order in an admin's list, and nowhere else. */
  _openFlags: z.optional(z.array(z.enum(reviewFlagKinds))),
})
export type Order = z.infer<typeof order>

/** What the server decides. The original client sends it, and the server ignores it (P-82). */
const ignoredField = z.optional(z.unknown())

/**
 * Places an order for a package, named by its id, or by its name and price as the original client does
 * (P-80). A price that is not the package's own is refused with 409: nobody orders for more than they saw.
 */
export const placeOrder = defineEndpoint({
  method: 'POST',
  path: '/new-order',
  access: 'signedIn',
  limit: 'order',
  idempotent: true,
  summary: 'Order a package',
  tag,
  body: z
    .strictObject({
      packageId: z.optional(textSchema('packageId')),
      packageName: z.optional(textSchema('packageName')),
      packagePrice: z.optional(textSchema('packagePrice')),
      customerName: singleLineText('Name', MAX_NAME),
      customerAddress: singleLineText('Address', MAX_ADDRESS),
      customerCountry: singleLineText('Country', MAX_NAME),
      customerEmail: ignoredField,
      paymentStatus: ignoredField,
      orderStatus: ignoredField,
      orderDate: ignoredField,
    })
    .check(
      z.refine(({ packageId, packageName }) => packageId !== undefined || packageName !== undefined, {
        path: ['packageName'],
        error: 'Say which package: packageName, or packageId.',
      }),
    ),
  reply: buildWriteReplySchema(order),
  status: 201,
})

const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'month must be a year and a month, such as 2026-01.'))

/** Which orders of a list. */
const orderFilter = {
  paymentStatus: z.optional(paymentStatus),
  orderStatus: z.optional(orderStatus),
  /** Placed in this month. */
  month: z.optional(month),
  /** A number, the beginning of a customer's email or name, or the name of a package. */
  search: z._default(searchQuerySchema(), ''),
}

/** A customer's own; of admins all. Newest first, or without `page` in order of arrival. */
export const listOrders = defineEndpoint({
  method: 'GET',
  path: '/orders',
  access: 'signedIn',
  summary: 'Orders, newest first',
  tag,
  query: z.object({
    ...pagingQuery,
    ...orderFilter,
    /** For admins who are customers too. */
    own: z.optional(z.literal('1', 'own must be 1, or left out.')),
  }),
  paged: true,
  reply: z.array(order),
  status: 200,
})

export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/order/:id',
  access: 'signedIn',
  summary: 'One order: of a customer their own',
  tag,
  params: idParamsSchema,
  reply: order,
  status: 200,
})

export const setOrderStatus = defineEndpoint({
  method: 'PUT',
  path: '/order-status/:id',
  access: 'admin',
  summary: 'Set an order to Pending or Delivered',
  tag,
  params: idParamsSchema,
  body: z.strictObject({ orderStatus }),
  reply: buildWriteReplySchema(order),
  status: 200,
})

/** What somebody's own orders come to. */
export const getOwnOrderTotals = defineEndpoint({
  method: 'GET',
  path: '/order-totals',
  access: 'signedIn',
  summary: 'How many orders somebody has, and what they have spent',
  tag,
  reply: z.object({
    orders: z.number(),
    toPay: z.number(),
    paid: z.number(),
    delivered: z.number(),
    /** Of the paid ones, two decimals (P-90). */
    spent: z.string(),
    /** The money that `paid` and `spent` count. */
    mode: z.enum(moneyModes),
  }),
  status: 200,
})

/** All orders of the same list. */
export const exportOrdersCsv = defineEndpoint({
  method: 'GET',
  path: '/orders.csv',
  access: 'admin',
  summary: 'Orders as a table for other programs, newest first',
  tag,
  query: z.object(orderFilter),
  file: { type: 'text/csv; charset=utf-8', name: 'orders.csv' },
  reply: z.string(),
  status: 200,
})

/** All rows of one month, or of all time. */
export const exportAccountingCsv = defineEndpoint({
  method: 'GET',
  path: '/accounting.csv',
  access: 'admin',
  summary: 'Payments and refunds as a table for accounting, newest first',
  tag: 'payments',
  query: z.object({
    /** Paid or refunded in this month. */
    month: z.optional(month),
  }),
  file: { type: 'text/csv; charset=utf-8', name: 'accounting.csv' },
  reply: z.string(),
  status: 200,
})

/** Totals of live money or of test money; US dollars with two decimals. */
const moneyTotals = {
  /** The prices of all paid orders. */
  sales: z.string(),
  /** What arrived for all orders, what went back, and the difference. */
  received: z.string(),
  refunded: z.string(),
  net: z.string(),
}

/** What was sold. Live money and test money are never added up. */
export const getSalesTotals = defineEndpoint({
  method: 'GET',
  path: '/sales-totals',
  access: 'admin',
  summary: 'What was sold, in all and in the last twelve months',
  tag,
  reply: z.object({
    ...moneyTotals,
    /** The money that the figures and the months count. */
    mode: z.enum(moneyModes),
    /** The other kind of money, if any arrived: test money in live mode, live money in the other modes. */
    other: z.optional(z.object({ ...moneyTotals, paid: z.number() })),
    orders: z.number(),
    /** Paid, and not delivered yet. */
    toDeliver: z.number(),
    /** Twelve, oldest first, the last one the current. */
    months: z.array(
      z.object({
        month: z.string(),
        /** By when the order was placed. */
        sales: z.string(),
        orders: z.number(),
        /** By when the money arrived or went back. */
        received: z.string(),
        refunded: z.string(),
        net: z.string(),
      }),
    ),
  }),
  status: 200,
})
