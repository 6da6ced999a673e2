import { formatDecimalAmount } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  downloadCreditNoteEndpoint,
  downloadInvoiceEndpoint,
  getInvoiceNumberingEndpoint,
  setInvoiceNumberingEndpoint,
} from '#contract/sales/invoices.ts'
import type { Database } from '#platform/db/open-database.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { lockOrderCounters, type OrdersModule } from '../orders/orders.ts'
import type { SalesDocumentFiles } from './document-files.ts'
import { findInvoice, findLastDocumentNumber, listCreditNotes, peekNextDocumentNumber, setFirstDocumentNumber } from './store.ts'

export { createSalesDocumentFiles, type RenderSalesDocument, type SalesDocumentFiles } from './document-files.ts'
export { cancelInvoiceOfPayment, issueInvoice, issueMissingCreditNotes, PAYMENT_METHOD_LABELS } from './issue-documents.ts'
export type { CreditNote } from './sales-documents.ts'
export { findCancelledInvoice, findInvoice, formatCreditNoteNumber, formatInvoiceNumber, listCreditNotes } from './store.ts'

type Dependencies = {
  database: Database
  orders: Pick<OrdersModule, 'findForPerson'>
  documentFiles: SalesDocumentFiles
}

/** Creates the invoices module. Invoices and credit notes have numbers without gaps and never change (decision 37). */
export function createInvoicesModule({ database: { read, write }, orders, documentFiles }: Dependencies) {
  const handlers = [
    // Throws a 404 for another customer's order, and if there is no invoice yet.
    defineHandler(downloadInvoiceEndpoint, async ({ params }, { person }) => {
      await orders.findForPerson(params.id, person)
      const file = await documentFiles.loadInvoiceFile(params.id)
      if (!file) throw new UserError(404, 'This order has no invoice yet. It gets one when it’s paid.')
      return { name: file.name, content: file.pdf }
    }),

    defineHandler(downloadCreditNoteEndpoint, async ({ params: { id, number } }, { person }) => {
      await orders.findForPerson(id, person)
      const file = await documentFiles.loadCreditNoteFile(id, number)
      if (!file) throw new UserError(404, 'This order doesn’t have that credit note.')
      return { name: file.name, content: file.pdf }
    }),

    defineHandler(getInvoiceNumberingEndpoint, async () => ({ next: await peekNextDocumentNumber(read, 'live') })),

    // Throws a 409 if an invoice has that number or a higher one.
    defineHandler(setInvoiceNumberingEndpoint, async ({ body: { next } }, { person: { email: actor } }) => {
      await write(async (tx) => {
        await lockOrderCounters(tx)
        const last = await findLastDocumentNumber(tx, 'live')
        if (last !== undefined && next <= last)
          throw new UserError(409, `Invoice ${last} already exists. The next number must be ${last + 1} or higher.`, 'next')
        await setFirstDocumentNumber(tx, 'live', next)
        await recordAuditEntry(tx, { actor, action: 'invoice.numbering', subject: 'invoices', detail: { next: String(next) } })
      })
      return { message: `The next invoice gets the number ${next}`, record: { next } }
    }),
  ]

  return {
    name: 'sales/invoices',
    handlers,
    stateTables: ['invoice', 'cancelled_invoice', 'invoice_sequence', 'credit_note'],
    erasePerson: 'Invoices stay for the tax office.',
    exportOrder: {
      async invoice(orderId) {
        const invoice = await findInvoice(read, orderId)
        return invoice ? { number: invoice.number, issuedAt: invoice.issuedAt } : null
      },
      creditNotes: async (orderId) =>
        (await listCreditNotes(read, orderId)).map(({ number, issuedAt, cents }) => ({
          number,
          issuedAt,
          amount: formatDecimalAmount(cents),
        })),
    },
  } satisfies ServerModule
}
