import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import { type OptionalTextOption, searchQuerySchema, textSchema } from '../core/text-schemas.ts'
import { workProgressSchema } from './order-progress.ts'
import { orderStatusSchema, paymentModes, paymentStatusSchema } from './order-statuses.ts'
import { reviewFlagKinds } from './payment-kinds.ts'

/** In characters. Each stands on one line of an invoice. */
const MAX_NAME = 200
const MAX_ADDRESS = 500

function singleLineText(label: string, maxLength: number, presence?: OptionalTextOption) {
  return textSchema(label, presence).check(z.trim(), z.maxLength(maxLength, `${label} must be at most ${maxLength} characters.`))
}

/** An order as placed. It keeps the package's name, price and points of that time (P-84). */
export const orderSchema = z.object({
  _id: z.string(),
  packageName: z.string(),
  /** A numeric string of US dollars, such as `999` (P-85). */
  packagePrice: z.string(),
  customerEmail: z.string(),
  customerName: z.string(),
  customerAddress: z.string(),
  customerCountry: z.string(),
  /** Left out if the customer gave none. */
  customerCompany: z.optional(z.string()),
  purchaseOrder: z.optional(z.string()),
  paymentStatus: paymentStatusSchema,
  orderStatus: orderStatusSchema,
  /** MM/DD/YYYY. */
  orderDate: z.string(),
  /** The order number that people use. */
  _number: z.number(),
  /** Epoch ms. */
  _placedAt: z.number(),
  _packagePoints: z.array(z.string()),
  /** A payment is pending or under review, so the customer must not pay a second time. */
  _isUnderReview: z.boolean(),
  /** The money that arrived and counts, the money that went back, and the difference. US dollars with two decimals. */
  _received: z.string(),
  _refunded: z.string(),
  _net: z.string(),
  /** Test money (sandbox, rehearsal) paid for it. */
  _isTest: z.boolean(),
  /** Payment flags that a person must look at. Only admins' lists have this field. */
  _openFlags: z.optional(z.array(z.enum(reviewFlagKinds))),
  /** How far its parts are. Only replies to `GET /orders` about own orders and the order’s page have it, if the team touched a part. */
  _progress: z.optional(workProgressSchema),
})
export type Order = z.infer<typeof orderSchema>

/** The server decides these values. The original client sends them, and the server ignores them (P-82). */
const ignoredField = z.optional(z.unknown())

/** What a customer enters. It stands on the invoice. */
export const billingDetailsShape = {
  customerName: singleLineText('Name', MAX_NAME),
  customerAddress: singleLineText('Address', MAX_ADDRESS),
  customerCountry: singleLineText('Country', MAX_NAME),
  customerCompany: z.optional(singleLineText('Company', MAX_NAME, { optional: true })),
  purchaseOrder: z.optional(singleLineText('Purchase order number', MAX_NAME, { optional: true })),
}

/**
 * Places an order for a package, named by its id, or by its name and price (P-80). Answers 409 if the price isn't the
 * current one (P-81).
 */
export const placeOrderEndpoint = defineEndpoint('POST /new-order', 'signedIn', {
  limit: 'order',
  idempotent: true,
  summary: 'Order a package',
  body: z
    .strictObject({
      packageId: z.optional(textSchema('packageId')),
      packageName: z.optional(textSchema('packageName')),
      packagePrice: z.optional(textSchema('packagePrice')),
      ...billingDetailsShape,
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
  reply: buildMessageAndRecordSchema(orderSchema),
  status: 201,
})

export const monthSchema = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'month must be a year and a month, such as 2026-01.'))

const orderFilter = {
  paymentStatus: z.optional(paymentStatusSchema),
  orderStatus: z.optional(orderStatusSchema),
  month: z.optional(monthSchema),
  /** An order number, the beginning of a customer's email or name, or the name of a package. */
  search: z._default(searchQuerySchema(), ''),
}

/** Customers get their own orders, admins get all. Newest first, or without `page` in order of arrival (P-158). */
export const listOrdersEndpoint = defineEndpoint('GET /orders', 'signedIn', {
  summary: 'List orders, newest first',
  query: z.object({
    ...pagingQueryShape,
    ...orderFilter,
    /** Limits the list to the admin's own orders. */
    own: z.optional(z.literal('1', 'own must be 1, or left out.')),
    /** Limits the list to orders that wait for their payment or their work: neither canceled nor delivered. */
    pending: z.optional(z.literal('1', 'pending must be 1, or left out.')),
  }),
  paged: true,
  reply: z.array(orderSchema),
})

export const getOrderEndpoint = defineEndpoint('GET /order/:id', 'signedIn', {
  summary: 'Get one order; customers get only their own',
  params: idParamsSchema,
  reply: orderSchema,
})

export const getOwnOrderTotalsEndpoint = defineEndpoint('GET /order-totals', 'signedIn', {
  summary: 'Get how many orders you have, and what you have spent',
  reply: z.object({
    orders: z.number(),
    toPay: z.number(),
    paid: z.number(),
    delivered: z.number(),
    /** The sum of the paid orders with two decimals (P-90). */
    spent: z.string(),
    /** What went back to the customer, and what arrived less that, as decimal amounts. */
    refunded: z.string(),
    net: z.string(),
    /** The money that `paid` and `spent` count. */
    mode: z.enum(paymentModes),
  }),
})

/** Holds all orders of the list with these filters. */
export const exportOrdersCsvEndpoint = defineEndpoint('GET /orders.csv', 'admin', {
  summary: 'Download orders as a CSV file, newest first',
  query: z.object(orderFilter),
  file: { type: 'text/csv; charset=utf-8', name: 'orders.csv' },
  reply: z.string(),
})
