import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { paymentModes } from './order-and-payment-statuses.ts'
import { monthSchema } from './orders.ts'

/** Exports one month, or all time without `month`. */
export const exportAccountingCsvEndpoint = defineEndpoint('GET /accounting.csv', 'admin', {
  summary: 'Download payments and refunds as a CSV file for accounting, newest first',
  tag: 'payments',
  query: z.object({
    /** The month of the payment or refund. */
    month: z.optional(monthSchema),
  }),
  file: { type: 'text/csv; charset=utf-8', name: 'accounting.csv' },
  reply: z.string(),
})

/** Totals of live money or of test money. US dollars with two decimals. */
const moneyTotals = {
  /** The prices of all paid orders. */
  sales: z.string(),
  /** The money that arrived for all orders, the money that went back, and the difference. */
  received: z.string(),
  refunded: z.string(),
  net: z.string(),
}

/** Returns sales totals. Live money and test money are never added up (P-112). */
export const getSalesTotalsEndpoint = defineEndpoint('GET /sales-totals', 'admin', {
  summary: 'Get the sales in total and for the last twelve months',
  tag: 'orders',
  reply: z.object({
    ...moneyTotals,
    /** The money that the totals and the months count. */
    mode: z.enum(paymentModes),
    /** The other kind of money, if any arrived: test money in live mode, live money in the other modes. */
    other: z.optional(z.object({ ...moneyTotals, paid: z.number() })),
    orders: z.number(),
    /** Paid orders that aren't delivered yet. */
    toDeliver: z.number(),
    /** Twelve months, oldest first. The last one is the current month. */
    months: z.array(
      z.object({
        month: z.string(),
        /** By the date of the order. */
        sales: z.string(),
        orders: z.number(),
        /** By the date on which money arrived or went back. */
        received: z.string(),
        refunded: z.string(),
        net: z.string(),
      }),
    ),
  }),
})
