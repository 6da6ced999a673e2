import * as z from 'zod/mini'
import { idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { monthSchema } from './orders.ts'

const pdf = 'application/pdf'

/** The order must be paid. Customers get only their own invoices. */
export const downloadInvoiceEndpoint = defineEndpoint('GET /invoice/:id', 'signedIn', {
  limit: 'invoice',
  summary: 'Download the invoice of a paid order',
  params: idParamsSchema,
  file: { type: pdf, name: 'invoice.pdf' },
  reply: z.instanceof(Uint8Array),
})

/** One credit note of an order, by its number such as `CN-1`. Customers get only their own. */
export const downloadCreditNoteEndpoint = defineEndpoint('GET /credit-note/:id/:number', 'signedIn', {
  limit: 'invoice',
  summary: 'Download a credit note of an order',
  params: z.object({ id: z.string(), number: z.string() }),
  file: { type: pdf, name: 'credit-note.pdf' },
  reply: z.instanceof(Uint8Array),
})

export function buildCreditNoteUrl(orderId: string, number: string): string {
  return `/api${downloadCreditNoteEndpoint.path.replace(':id', orderId).replace(':number', number)}`
}

const NUMBER_ERROR = 'The next invoice number must be a whole number from 1 to 999999999.'
const numbering = z.object({ next: z.number() })

export const getInvoiceNumberingEndpoint = defineEndpoint('GET /invoice-numbering', 'admin', {
  summary: 'Get the number of the next invoice',
  reply: numbering,
})

/** Sets the number of the next invoice. It can only rise once there are invoices. */
export const setInvoiceNumberingEndpoint = defineEndpoint('PUT /invoice-numbering', 'admin', {
  recent: true,
  summary: 'Set the number of the next invoice',
  body: z.strictObject({
    next: z
      .number({ error: NUMBER_ERROR })
      .check(z.int(NUMBER_ERROR), z.minimum(1, NUMBER_ERROR), z.maximum(999_999_999, NUMBER_ERROR)),
  }),
  reply: z.object({ message: z.string(), record: numbering }),
})

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
