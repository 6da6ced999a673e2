import type { Database } from '#platform/db/open-database.ts'
import { renderInChildProcess } from '#platform/run-in-child-process.ts'
import { type SalesDocument, toCreditNote, toInvoice } from './sales-documents.ts'
import {
  findCancelledInvoice,
  findInvoice,
  findInvoicePdf,
  listCreditNotes,
  type SalesDocumentTableName,
  saveInvoicePdf,
} from './store.ts'

/** `logo` is a PNG in base64. */
export type PrintableSalesDocument = SalesDocument & { logo?: string }
export type RenderSalesDocument = (document: PrintableSalesDocument) => Promise<Uint8Array>
export type SalesDocumentFiles = ReturnType<typeof createSalesDocumentFiles>

type PdfFile = { name: string; pdf: Uint8Array }

type Dependencies = {
  database: Database
  /** Returns the image at this URL as PNG, or undefined if it isn't in the library. */
  loadLogo: (url: string) => Promise<Buffer | undefined>
  renderSalesDocument?: RenderSalesDocument | undefined
}

/** Creates the PDFs of invoices and credit notes. Each is rendered once and stored. Checks no access. */
export function createSalesDocumentFiles({
  database: { read, write },
  loadLogo,
  renderSalesDocument = (document) => renderInChildProcess('render-invoice-process', document),
}: Dependencies) {
  /** If two requests render at once, both return the first stored file. */
  async function loadOrRenderPdf(table: SalesDocumentTableName, number: number, document: SalesDocument): Promise<Uint8Array> {
    const storedPdf = await findInvoicePdf(read, table, number)
    if (storedPdf) return storedPdf
    const logo = await loadLogo(document.content.seller.logo ?? '')
    const pdf = await renderSalesDocument({ ...document, ...(logo && { logo: logo.toString('base64') }) })
    return write((tx) => saveInvoicePdf(tx, table, number, pdf))
  }

  return {
    /** Returns the cancelled invoice of an order that has no other one, and undefined if there is none. */
    async loadInvoiceFile(orderId: string): Promise<PdfFile | undefined> {
      const current = await findInvoice(read, orderId)
      const row = current ?? (await findCancelledInvoice(read, orderId))
      if (!row) return undefined
      const [invoice, table] = [toInvoice(row), current ? 'invoice' : 'cancelled_invoice'] as const
      return { name: `invoice-${invoice.number}.pdf`, pdf: await loadOrRenderPdf(table, row.number, invoice) }
    },

    /** Finds a credit note by its number, such as `CN-1`. */
    async loadCreditNoteFile(orderId: string, number: string): Promise<PdfFile | undefined> {
      const row = (await listCreditNotes(read, orderId)).find((one) => toCreditNote(one).number === number)
      if (!row) return undefined
      return { name: `credit-note-${number}.pdf`, pdf: await loadOrRenderPdf('credit_note', row.number, toCreditNote(row)) }
    },
  }
}
