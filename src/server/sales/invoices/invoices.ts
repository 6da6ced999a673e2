import type { Business } from '../../../contract/content/business.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Tx, Write } from '../../platform/db/write.ts'
import { drawInOwnProcess } from '../../platform/drawing-process.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import type { Orders, StoredOrder } from '../orders/orders.ts'
import { issueCreditNotes } from './credit-notes.ts'
import { invoiceHandlers } from './handlers.ts'
import {
  type CreditNote,
  creditNoteFrom,
  type Document,
  type Invoice,
  invoiceFrom,
  invoiceTextOf,
  type Movement,
} from './invoice.ts'
import {
  allotNumber,
  creditNotesOf,
  type DocumentTable,
  deleteTestInvoiceOf,
  findInvoiceOf,
  findPdf,
  insertInvoice,
  lastNumber,
  peekNextNumber,
  setFirstNumber,
  storePdf,
  takeInvoiceBooks,
} from './store.ts'

export { type CreditNote, documentNumber } from './invoice.ts'

export type Invoices = Api<typeof createInvoices>

/** What the functions of this module work with. */
type InvoiceParts = {
  read: Reader
  write: Write
  orders: Pick<Orders, 'ofPerson'>
  /** Returns the seller as the transaction that issues a document sees it. */
  businessIn: (tx: Tx) => Promise<Business>
  /** Draws a PDF. */
  draw: (document: Document) => Promise<Uint8Array>
}

type Needs = Omit<InvoiceParts, 'read' | 'write' | 'draw'> & Partial<Pick<InvoiceParts, 'draw'>> & { database: Database }
type Person = { email: string; isAdmin: boolean }
type File = { name: string; pdf: Uint8Array }
type IssueInvoice = { payment: Movement; isRehearsal: boolean }

/** Invoices and credit notes: numbered without a gap, and never changed (docs/decisions/0037). */
export function createInvoices({ database: { read, write }, draw = drawDocument, ...needs }: Needs) {
  const parts: InvoiceParts = { ...needs, read, write, draw }
  const invoices = {
    issue: (tx: Tx, order: StoredOrder, issue: IssueInvoice) => issueInvoice(parts, tx, order, issue),
    issueCreditNotes: (tx: Tx, order: StoredOrder, issue: Parameters<typeof issueCreditNotes>[3]) =>
      issueCreditNotes(parts.businessIn, tx, order, issue),
    /** Undefined while there is none. */
    ofOrder: async (orderId: string): Promise<Invoice | undefined> => {
      const row = await findInvoiceOf(read, orderId)
      return row && invoiceFrom(row)
    },
    /** Oldest first. */
    creditNotes: async (orderId: string): Promise<CreditNote[]> => (await creditNotesOf(read, orderId)).map(creditNoteFrom),
    fileOf: (orderId: string, person: Person) => invoiceFile(parts, orderId, person),
    creditNoteFile: (orderId: string, number: string, person: Person) => creditNoteFile(parts, orderId, number, person),
    numbering: async () => ({ next: await peekNextNumber(read, 'live') }),
    setNumbering: (next: number, actor: string) => setNumbering(parts, next, actor),
  }
  return {
    ...invoices,
    name: 'sales/invoices',
    handlers: (): Handled[] => invoiceHandlers(invoices),
    stateTables: ['invoice', 'invoice_books', 'credit_note'],
  } satisfies Module
}

/**
 * Issues the one invoice of an order, in the transaction in which its first payment counts; later calls return the same
 * one. A test invoice has its own series, and a live invoice replaces it once live money arrives.
 */
async function issueInvoice(
  { businessIn }: InvoiceParts,
  tx: Tx,
  order: StoredOrder,
  { payment, isRehearsal }: IssueInvoice,
): Promise<Invoice & { isNew: boolean }> {
  await takeInvoiceBooks(tx)
  const known = await findInvoiceOf(tx, order.id)
  if (known && (known.number > 0 || isRehearsal)) return { ...invoiceFrom(known), isNew: false }
  if (known) await deleteTestInvoiceOf(tx, order.id)
  const issuedAt = Date.now()
  const printed = invoiceTextOf(order, { seller: await businessIn(tx), issuedAt, payment, isRehearsal })
  const number = await allotNumber(tx, isRehearsal ? 'test' : 'live')
  const row = { number, order_id: order.id, issued_at: issuedAt, paid_at: payment.at, printed: JSON.stringify(printed) }
  await insertInvoice(tx, row)
  return { ...invoiceFrom(row), isNew: true }
}

/** Returns the PDF of an invoice. Throws a 404 for another customer's order, and if there is no invoice yet. */
async function invoiceFile(parts: InvoiceParts, orderId: string, person: Person): Promise<File> {
  await parts.orders.ofPerson(orderId, person)
  const row = await findInvoiceOf(parts.read, orderId)
  if (!row) throw new Refusal(404, 'This order has no invoice yet. It gets one once it is paid.')
  const invoice = invoiceFrom(row)
  return { name: `invoice-${invoice.number}.pdf`, pdf: await storedPdf(parts, 'invoice', row.number, invoice) }
}

/** Returns the PDF of a credit note by its number, such as `CN-1`. Throws a 404. */
async function creditNoteFile(parts: InvoiceParts, orderId: string, number: string, person: Person): Promise<File> {
  await parts.orders.ofPerson(orderId, person)
  const row = (await creditNotesOf(parts.read, orderId)).find((one) => creditNoteFrom(one).number === number)
  if (!row) throw new Refusal(404, 'This order has no such credit note.')
  const pdf = await storedPdf(parts, 'credit_note', row.number, creditNoteFrom(row))
  return { name: `credit-note-${number}.pdf`, pdf }
}

/** Draws the PDF once and stores it. If two requests draw it at once, both get the first one stored. */
async function storedPdf(
  { read, write, draw }: InvoiceParts,
  table: DocumentTable,
  number: number,
  document: Document,
): Promise<Uint8Array> {
  const stored = await findPdf(read, table, number)
  if (stored) return stored
  const drawn = await draw(document)
  return write((tx) => storePdf(tx, table, number, drawn))
}

/** Sets the number of the next invoice. Throws a 409 if an invoice has that number or a higher one. */
async function setNumbering({ write }: InvoiceParts, next: number, actor: string): Promise<{ next: number }> {
  return write(async (tx) => {
    await takeInvoiceBooks(tx)
    const last = await lastNumber(tx, 'live')
    if (last !== undefined && next <= last) {
      const sentence = `Invoice ${last} exists already. The next number must be ${last + 1} or higher.`
      throw new Refusal(409, sentence, { next: sentence })
    }
    await setFirstNumber(tx, 'live', next)
    await recordAudit(tx, { actor, action: 'invoice.numbering', subject: 'invoices', detail: { next: String(next) } })
    return { next }
  })
}

function drawDocument(document: Document): Promise<Uint8Array> {
  return drawInOwnProcess('draw-invoice', document)
}
