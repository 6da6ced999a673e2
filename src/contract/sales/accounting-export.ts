import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { monthSchema } from './orders.ts'

/** Exports one month, or all time without `month`. */
export const exportAccountingCsvEndpoint = defineEndpoint('GET /accounting.csv', 'admin', {
  summary: 'Download payments and refunds as a CSV file for accounting, newest first',
  query: z.object({
    /** The month of the payment or refund. */
    month: z.optional(monthSchema),
  }),
  file: { type: 'text/csv; charset=utf-8', name: 'accounting.csv' },
  reply: z.string(),
})
