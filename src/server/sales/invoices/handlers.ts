import { creditNoteFile, invoiceFile, invoiceNumbering, setInvoiceNumbering } from '../../../contract/sales/invoices.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Invoices } from './invoices.ts'

export function invoiceHandlers(invoices: Invoices): Handled[] {
  return [
    handled(invoiceFile, async ({ params }, { person }) => {
      const { name, pdf } = await invoices.fileOf(params.id, person)
      return { name, content: pdf }
    }),
    handled(creditNoteFile, async ({ params }, { person }) => {
      const { name, pdf } = await invoices.creditNoteFile(params.id, params.number, person)
      return { name, content: pdf }
    }),
    handled(invoiceNumbering, () => invoices.numbering()),
    handled(setInvoiceNumbering, async ({ body }, { person }) => ({
      message: `The next invoice gets the number ${body.next}`,
      record: await invoices.setNumbering(body.next, person.email),
    })),
  ]
}
