import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

/** Includes today. */
export const VISIT_REPORT_DAYS = 30

/** The steps toward an order that the site counts per day: messages, shown order forms and paid orders. */
const conversionEvents = ['messages', 'ordersStarted', 'ordersPaid'] as const
export type ConversionEvent = (typeof conversionEvents)[number]

const dailyTotals = z.object({
  /** Such as `2026-11-22`, in the business's time zone. */
  day: z.string(),
  visits: z.number(),
  messages: z.number(),
  ordersStarted: z.number(),
  ordersPaid: z.number(),
})

/** Returns daily totals only. The site stores nothing about visitors (decision 59). */
export const getVisitTotalsEndpoint = defineEndpoint('GET /visits', 'admin', {
  summary: 'Get how often pages were visited and orders placed, by day',
  reply: z.object({
    /** Oldest first. The last one is today. */
    days: z.array(dailyTotals),
    /** The pages of these days, most visited first. */
    pages: z.array(z.object({ path: z.string(), visits: z.number() })),
  }),
})
