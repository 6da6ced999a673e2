import type { Business } from '../../../contract/content/business.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Database } from '../../platform/db/db.ts'
import type { TableName } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { drawInOwnProcess } from '../../platform/drawing-process.ts'
import type { Orders, StoredOrder } from '../orders/orders.ts'
import {
  type CreditNote,
  creditNoteFrom,
  creditNoteTextOf,
  type Document,
  type Invoice,
  invoiceFrom,
  type Movement,
  printedOf,
} from './invoice.ts'
import {
  allotNumber,
  creditNotesOf,
  type DocumentTable,
  deleteTestInvoiceOf,
  findInvoiceOf,
  findPdf,
  insertCreditNote,
  insertInvoice,
  lastNumber,
  peekNextNumber,
  setFirstNumber,
  storePdf,
  takeInvoiceBooks,
} from './store.ts'

export { type CreditNote, documentNumber } from './invoice.ts'

export type Invoices = ReturnType<typeof createInvoices>

type Parts = {
  database: Database
  orders: Pick<Orders, 'ofPerson'>
  /** Who sells, as the transaction that issues an invoice sees it. */
  businessIn: (tx: Tx) => Promise<Business>
  /** Answers a PDF. */
  draw?: (document: Document) => Promise<Uint8Array>
}

type Person = { email: string; isAdmin: boolean }
type File = { name: string; pdf: Uint8Array }

/** Invoices of paid orders and credit notes of refunds: numbered without a gap, and never changed (docs/decisions/0037). */
export function createInvoices({ database: { read, write }, orders, businessIn, draw = drawDocument }: Parts) {
  const dataTables: readonly TableName[] = []
  return { dataTables, issue, issueCreditNote, ofOrder, creditNotes, fileOf, creditNoteFile, numbering, setNumbering }

  /**
   * For payments, in the transaction in which an order first becomes paid: the order's one invoice. A second time it is
   * the same one. Test money gets a number of the test series, so that the live series has no gap. A live invoice replaces
   * it once live money arrives. `isRehearsal`: no money moved.
   */
  async function issue(
    tx: Tx,
    order: StoredOrder,
    { payment, isRehearsal }: { payment: Movement; isRehearsal: boolean },
  ): Promise<Invoice & { isNew: boolean }> {
    await takeInvoiceBooks(tx)
    const known = await findInvoiceOf(tx, order.id)
    if (known && (known.number > 0 || isRehearsal)) return { ...invoiceFrom(known), isNew: false }
    if (known) await deleteTestInvoiceOf(tx, order.id)
    const issuedAt = Date.now()
    const printed = printedOf(order, { seller: await businessIn(tx), issuedAt, payment, isRehearsal })
    const number = await allotNumber(tx, isRehearsal ? 'test' : 'live')
    const row = { number, order_id: order.id, issued_at: issuedAt, paid_at: payment.at, printed: JSON.stringify(printed) }
    await insertInvoice(tx, row)
    return { ...invoiceFrom(row), isNew: true }
  }

  /** Issues the credit note of one refund. A second call for the same refund returns the same one. */
  async function issueCreditNote(
    tx: Tx,
    order: StoredOrder,
    { refund, cents, isRehearsal }: { refund: Movement; cents: number; isRehearsal: boolean },
  ): Promise<CreditNote> {
    await takeInvoiceBooks(tx)
    const { gateway, transactionId, at } = refund
    const known = (await creditNotesOf(tx, order.id)).find(
      (one) => one.gateway === gateway && one.transaction_id === transactionId,
    )
    if (known) return creditNoteFrom(known)
    const invoice = (await ofOrderIn(tx, order.id))?.number ?? ''
    const issuedAt = Date.now()
    const issued = { seller: await businessIn(tx), issuedAt, payment: refund, isRehearsal }
    const row = {
      number: await allotNumber(tx, isRehearsal ? 'testCreditNote' : 'creditNote'),
      order_id: order.id,
      gateway,
      transaction_id: transactionId,
      cents,
      issued_at: issuedAt,
      refunded_at: at,
      printed: JSON.stringify(creditNoteTextOf(order, { ...issued, cents, invoice })),
    }
    await insertCreditNote(tx, row)
    return creditNoteFrom(row)
  }

  async function ofOrderIn(db: typeof read, orderId: string): Promise<Invoice | undefined> {
    const row = await findInvoiceOf(db, orderId)
    return row && invoiceFrom(row)
  }

  /** Undefined while there is none. */
  function ofOrder(orderId: string): Promise<Invoice | undefined> {
    return ofOrderIn(read, orderId)
  }

  /** Returns the credit notes of an order, oldest first. */
  async function creditNotes(orderId: string): Promise<CreditNote[]> {
    return (await creditNotesOf(read, orderId)).map(creditNoteFrom)
  }

  /** The invoice as a PDF. Throws a 404 for somebody else's order, and where there is no invoice yet. */
  async function fileOf(orderId: string, person: Person): Promise<File> {
    await orders.ofPerson(orderId, person)
    const row = await findInvoiceOf(read, orderId)
    if (!row) throw new Refusal(404, 'This order has no invoice yet. It gets one once it is paid.')
    const invoice = invoiceFrom(row)
    return { name: `invoice-${invoice.number}.pdf`, pdf: await keptFile('invoice', row.number, invoice) }
  }

  /** Returns the PDF of a credit note by its number, such as `CN-1`. Throws a 404. */
  async function creditNoteFile(orderId: string, number: string, person: Person): Promise<File> {
    await orders.ofPerson(orderId, person)
    const row = (await creditNotesOf(read, orderId)).find((one) => creditNoteFrom(one).number === number)
    if (!row) throw new Refusal(404, 'This order has no such credit note.')
    return { name: `credit-note-${number}.pdf`, pdf: await keptFile('credit_note', row.number, creditNoteFrom(row)) }
  }

  /** Returns the stored PDF, and draws it the first time. If two requests draw it at once, both get the first one stored. */
  async function keptFile(table: DocumentTable, number: number, document: Document): Promise<Uint8Array> {
    const kept = await findPdf(read, table, number)
    if (kept) return kept
    const drawn = await draw(document)
    return write((tx) => storePdf(tx, table, number, drawn))
  }

  /** Returns the number of the next invoice. */
  async function numbering(): Promise<{ next: number }> {
    return { next: await peekNextNumber(read, 'live') }
  }

  /** Sets the number of the next invoice. Throws a 409 if an invoice has that number or a higher one. */
  async function setNumbering(next: number, actor: string): Promise<{ next: number }> {
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
}

function drawDocument(document: Document): Promise<Uint8Array> {
  return drawInOwnProcess('draw-invoice', document)
}
