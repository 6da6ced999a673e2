import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  downloadCreditNoteEndpoint,
  downloadInvoiceEndpoint,
  getInvoiceNumberingEndpoint,
  setInvoiceNumberingEndpoint,
} from '#contract/sales/invoices.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { OrdersModule, StoredOrder } from '../orders/orders.ts'
import { cancelInvoiceOfPayment, issueMissingCreditNotes } from './credit-notes.ts'
import type { SalesDocumentFiles } from './document-files.ts'
import {
  buildInvoiceContent,
  type CreditNote,
  type Invoice,
  type MoneyMovement,
  toCreditNote,
  toInvoice,
} from './sales-documents.ts'
import {
  allotDocumentNumber,
  deleteTestInvoice,
  findCancelledInvoice,
  findInvoice,
  findLastDocumentNumber,
  insertInvoice,
  listCreditNotes,
  lockInvoiceNumbers,
  peekNextDocumentNumber,
  setFirstDocumentNumber,
} from './store.ts'

export { createSalesDocumentFiles, type RenderSalesDocument, type SalesDocumentFiles } from './document-files.ts'
export { type CreditNote, formatCreditNoteNumber, formatInvoiceNumber } from './sales-documents.ts'

export type InvoicesModule = ModuleFunctions<typeof createInvoicesModule>

type Dependencies = {
  database: Database
  orders: Pick<OrdersModule, 'findForPerson'>
  /** Returns the seller's facts, read in the transaction that issues a document. */
  loadBusiness: (tx: Tx) => Promise<BusinessFacts>
  documentFiles: SalesDocumentFiles
}

type IssueInvoiceInput = { payment: MoneyMovement; isRehearsal: boolean }

/** Creates the invoices module. Invoices and credit notes have numbers without gaps and never change (decision 37). */
export function createInvoicesModule({ database: { read, write }, orders, loadBusiness, documentFiles }: Dependencies) {
  const invoices = {
    issue: (tx: Tx, order: StoredOrder, issue: IssueInvoiceInput) => issueInvoice(loadBusiness, tx, order, issue),
    issueMissingCreditNotes: (tx: Tx, order: StoredOrder, issue: Parameters<typeof issueMissingCreditNotes>[3]) =>
      issueMissingCreditNotes(loadBusiness, tx, order, issue),
    cancelInvoiceOfPayment: (tx: Tx, order: StoredOrder, payment: Parameters<typeof cancelInvoiceOfPayment>[3]) =>
      cancelInvoiceOfPayment(loadBusiness, tx, order, payment),
    findByOrder: async (orderId: string): Promise<Invoice | undefined> => {
      const row = await findInvoice(read, orderId)
      return row && toInvoice(row)
    },
    /** Returns whether an earlier invoice of the order was cancelled. */
    hasCancelled: async (tx: Tx, orderId: string) => (await findCancelledInvoice(tx, orderId)) !== undefined,
    /** Returns the oldest first. */
    listCreditNotes: async (orderId: string): Promise<CreditNote[]> => (await listCreditNotes(read, orderId)).map(toCreditNote),
  }

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
        await lockInvoiceNumbers(tx)
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
    ...invoices,
    name: 'sales/invoices',
    handlers,
    stateTables: ['invoice', 'cancelled_invoice', 'invoice_sequence', 'credit_note'],
    erasePerson: 'Invoices stay for the tax office.',
    exportOrder: {
      async invoice(orderId) {
        const invoice = await invoices.findByOrder(orderId)
        return invoice ? { number: invoice.number, issuedAt: invoice.issuedAt } : null
      },
      creditNotes: async (orderId) =>
        (await invoices.listCreditNotes(orderId)).map(({ number, issuedAt, cents }) => ({
          number,
          issuedAt,
          amount: formatDecimalAmount(cents),
        })),
    },
  } satisfies ServerModule
}

/**
 * Issues the invoice of an order. Call it in the transaction of its first payment. Later calls return the same invoice,
 * until a credit note cancels it. Test invoices have their own numbers. A live invoice replaces a test invoice once live money arrives.
 */
async function issueInvoice(
  loadBusiness: Dependencies['loadBusiness'],
  tx: Tx,
  order: StoredOrder,
  { payment, isRehearsal }: IssueInvoiceInput,
): Promise<Invoice & { isNew: boolean }> {
  await lockInvoiceNumbers(tx)
  const existing = await findInvoice(tx, order.id)
  if (existing && (existing.number > 0 || isRehearsal)) return { ...toInvoice(existing), isNew: false }
  if (existing) await deleteTestInvoice(tx, order.id)
  const issuedAt = Date.now()
  const content = buildInvoiceContent(order, { seller: await loadBusiness(tx), issuedAt, payment, isRehearsal })
  const number = await allotDocumentNumber(tx, isRehearsal ? 'test' : 'live')
  const row = { number, order_id: order.id, issued_at: issuedAt, paid_at: payment.at, content: JSON.stringify(content) }
  await insertInvoice(tx, row)
  return { ...toInvoice(row), isNew: true }
}
