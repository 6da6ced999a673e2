import type { Database } from '#platform/db/open-database.ts'
import { renderInChildProcess } from '#platform/run-in-child-process.ts'
import type { SalesDocument } from './sales-documents.ts'
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
  async function loadOrRenderPdf(table: SalesDocumentTableName, document: SalesDocument): Promise<Uint8Array> {
    const storedPdf = await findInvoicePdf(read, table, document.id)
    if (storedPdf) return storedPdf
    const logo = await loadLogo(document.content.seller.logo ?? '')
    const pdf = await renderSalesDocument({ ...document, ...(logo && { logo: logo.toString('base64') }) })
    return write((tx) => saveInvoicePdf(tx, table, document.id, pdf))
  }

  return {
    /** Returns the cancelled invoice of an order that has no other one, and undefined if there is none. */
    async loadInvoiceFile(orderId: string): Promise<PdfFile | undefined> {
      const current = await findInvoice(read, orderId)
      const invoice = current ?? (await findCancelledInvoice(read, orderId))
      if (!invoice) return undefined
      return {
        name: `invoice-${invoice.number}.pdf`,
        pdf: await loadOrRenderPdf(current ? 'invoice' : 'cancelled_invoice', invoice),
      }
    },

    /** Finds a credit note by its number, such as `CN-1`. */
    async loadCreditNoteFile(orderId: string, number: string): Promise<PdfFile | undefined> {
      const creditNote = (await listCreditNotes(read, orderId)).find((one) => one.number === number)
      return creditNote && { name: `credit-note-${number}.pdf`, pdf: await loadOrRenderPdf('credit_note', creditNote) }
    },
  }
}
