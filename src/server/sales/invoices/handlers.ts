import {
  downloadCreditNote,
  downloadInvoice,
  getInvoiceNumbering,
  setInvoiceNumbering,
} from '../../../contract/sales/invoices.ts'
import { defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { Invoices } from './invoices.ts'

export function invoiceHandlers(invoices: Invoices): EndpointHandler[] {
  return [
    defineHandler(downloadInvoice, async ({ params }, { person }) => {
      const { name, pdf } = await invoices.loadInvoicePdf(params.id, person)
      return { name, content: pdf }
    }),
    defineHandler(downloadCreditNote, async ({ params }, { person }) => {
      const { name, pdf } = await invoices.loadCreditNotePdf(params.id, params.number, person)
      return { name, content: pdf }
    }),
    defineHandler(getInvoiceNumbering, () => invoices.getNumbering()),
    defineHandler(setInvoiceNumbering, async ({ body }, { person }) => ({
      message: `The next invoice gets the number ${body.next}`,
      record: await invoices.setNumbering(body.next, person.email),
    })),
  ]
}
