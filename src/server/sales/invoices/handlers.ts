import {
  downloadCreditNoteEndpoint,
  downloadInvoiceEndpoint,
  getInvoiceNumberingEndpoint,
  setInvoiceNumberingEndpoint,
} from '#contract/sales/invoices.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { InvoicesModule } from './invoices.ts'

export function createInvoiceHandlers(invoices: InvoicesModule): EndpointHandler[] {
  return [
    defineHandler(downloadInvoiceEndpoint, async ({ params }, { person }) => {
      const { name, pdf } = await invoices.loadInvoicePdf(params.id, person)
      return { name, content: pdf }
    }),
    defineHandler(downloadCreditNoteEndpoint, async ({ params }, { person }) => {
      const { name, pdf } = await invoices.loadCreditNotePdf(params.id, params.number, person)
      return { name, content: pdf }
    }),
    defineHandler(getInvoiceNumberingEndpoint, () => invoices.getNumbering()),
    defineHandler(setInvoiceNumberingEndpoint, async ({ body }, { person }) => ({
      message: `The next invoice gets the number ${body.next}`,
      record: await invoices.setNumbering(body.next, person.email),
    })),
  ]
}
