import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

/** How many days the overview looks back at, today among them. */
export const VISIT_REPORT_DAYS = 30

/** What is counted of a day besides the pages: messages to the business, order forms shown, orders paid. */
export const countedEvents = ['messages', 'ordersStarted', 'ordersPaid'] as const
export type CountedEvent = (typeof countedEvents)[number]

const dailyTotals = z.object({
  /** Such as `2026-11-22`, by the clocks of the business. */
  day: z.string(),
  visits: z.number(),
  messages: z.number(),
  ordersStarted: z.number(),
  ordersPaid: z.number(),
})

/** Totals of days and nothing else: no person can be told from another (docs/decisions/0059). */
export const getVisitTotals = defineEndpoint({
  method: 'GET',
  path: '/visits',
  access: 'admin',
  summary: 'How often pages were visited and orders begun, by day',
  tag: 'visits',
  reply: z.object({
    /** Oldest first; the last is today. */
    days: z.array(dailyTotals),
    /** Of these days, the most visited first. */
    pages: z.array(z.object({ path: z.string(), visits: z.number() })),
  }),
  status: 200,
})
