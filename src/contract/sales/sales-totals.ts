import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { paymentModes } from './order-statuses.ts'

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
