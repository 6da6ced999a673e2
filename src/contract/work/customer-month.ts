import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, orderIdParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { orderWorkSchema } from './order-work.ts'

const MONTH_ERROR = 'Month must be a whole number from 1 to 99.'

/** What the caller's next order of a package delivers. Without templates, the package's points say it. */
export const getNextMonthEndpoint = defineEndpoint('GET /next-month', 'signedIn', {
  summary: 'Get what your next month of a package contains',
  query: z.object({ packageName: z.string() }),
  reply: z.object({
    /** Which month of the package it would be, from 1. */
    month: z.number(),
    titles: z.array(z.string()),
    /** What earlier orders carried over. It is delivered too, free. */
    carriedOver: z.array(z.object({ title: z.string(), orderNumber: z.number() })),
  }),
})
export type NextMonth = z.output<NonNullable<(typeof getNextMonthEndpoint)['reply']>>

/** Replaces the deliverables of the month that the team hasn't touched. Answers 409 once the month started. */
export const setCustomerMonthEndpoint = defineEndpoint('PUT /order-month/:orderId', 'admin', {
  params: orderIdParamsSchema,
  summary: 'Change which month of its package an order is for the client',
  body: z.strictObject({ month: z.int(MONTH_ERROR).check(z.gte(1, MONTH_ERROR), z.lte(99, MONTH_ERROR)) }),
  reply: buildMessageAndRecordSchema(orderWorkSchema),
})
