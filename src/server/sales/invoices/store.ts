import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { CreditNote, Invoice, SalesDocumentContent } from './sales-documents.ts'
import type { CreditNoteTable, InvoiceTable } from './tables.ts'

type StoredInvoice = Omit<InvoiceTable, 'pdf'>
type StoredCreditNote = Omit<CreditNoteTable, 'pdf'>

const STORED_INVOICE_COLUMNS = [
  'number',
  'order_id',
  'issued_at',
  'paid_at',
  'content',
] as const satisfies (keyof StoredInvoice)[]
const STORED_CREDIT_NOTE_COLUMNS = [
  'number',
  'order_id',
  'gateway',
  'transaction_id',
  'sequence',
  'cents',
  'issued_at',
  'refunded_at',
  'content',
] as const satisfies (keyof StoredCreditNote)[]

/** The id of the row that holds the last number of each series. */
const SERIES = { live: 1, test: 2, creditNote: 3, testCreditNote: 4 } as const
type NumberSeries = keyof typeof SERIES

/** Allots the next number of a series. Test numbers are negative. A rollback frees the number. The caller locks the order counters. */
export async function allotDocumentNumber(tx: Tx, series: NumberSeries): Promise<number> {
  const number = await peekNextDocumentNumber(tx, series)
  await tx.updateTable('invoice_sequence').set({ last_number: number }).where('id', '=', SERIES[series]).execute()
  return series === 'test' || series === 'testCreditNote' ? -number : number
}

/** Returns the next number of a series without allotting it. Always positive. */
export async function peekNextDocumentNumber(db: DatabaseReader, series: NumberSeries): Promise<number> {
  const counter = db.selectFrom('invoice_sequence').select(['last_number', 'first_number']).where('id', '=', SERIES[series])
  const { last_number, first_number } = await counter.executeTakeFirstOrThrow()
  return Math.max(last_number + 1, first_number)
}

/** Returns the last allotted number; undefined before the first. */
export async function findLastDocumentNumber(tx: Tx, series: NumberSeries): Promise<number | undefined> {
  const counter = tx.selectFrom('invoice_sequence').select('last_number').where('id', '=', SERIES[series])
  return (await counter.executeTakeFirstOrThrow()).last_number || undefined
}

export async function setFirstDocumentNumber(tx: Tx, series: NumberSeries, first_number: number): Promise<void> {
  await tx.updateTable('invoice_sequence').set({ first_number }).where('id', '=', SERIES[series]).execute()
}

export async function deleteTestInvoice(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('invoice').where('order_id', '=', orderId).where('number', '<', 0).execute()
}

export async function insertInvoice(tx: Tx, invoice: StoredInvoice): Promise<Invoice> {
  await tx
    .insertInto('invoice')
    .values({ ...invoice, pdf: null })
    .execute()
  return toInvoice(invoice)
}

export async function findInvoice(db: DatabaseReader, orderId: string): Promise<Invoice | undefined> {
  const row = await db.selectFrom('invoice').select(STORED_INVOICE_COLUMNS).where('order_id', '=', orderId).executeTakeFirst()
  return row && toInvoice(row)
}

/** Makes room for another invoice of an order. The cancelled one keeps its number. */
export async function moveToCancelledInvoices(tx: Tx, orderId: string, transactionId: string): Promise<void> {
  const invoice = await tx.selectFrom('invoice').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  await tx
    .insertInto('cancelled_invoice')
    .values({ ...invoice, transaction_id: transactionId })
    .execute()
  await tx.deleteFrom('invoice').where('number', '=', invoice.number).execute()
}

/** Returns the last cancelled invoice of an order. */
export async function findCancelledInvoice(db: DatabaseReader, orderId: string): Promise<Invoice | undefined> {
  const all = db.selectFrom('cancelled_invoice').select(STORED_INVOICE_COLUMNS).where('order_id', '=', orderId)
  const row = await all.orderBy('issued_at', 'desc').limit(1).executeTakeFirst()
  return row && toInvoice(row)
}

export async function insertCreditNote(tx: Tx, creditNote: StoredCreditNote): Promise<CreditNote> {
  await tx
    .insertInto('credit_note')
    .values({ ...creditNote, pdf: null })
    .execute()
  return toCreditNote(creditNote)
}

/** Returns the oldest first. */
export async function listCreditNotes(db: DatabaseReader, orderId: string): Promise<CreditNote[]> {
  const all = db.selectFrom('credit_note').select(STORED_CREDIT_NOTE_COLUMNS).where('order_id', '=', orderId)
  return (await all.orderBy('issued_at').orderBy('transaction_id').orderBy('sequence').execute()).map(toCreditNote)
}

export type SalesDocumentTableName = 'invoice' | 'cancelled_invoice' | 'credit_note'

/** Returns the stored PDF; undefined before its first download. */
export async function findInvoicePdf(
  db: DatabaseReader,
  table: SalesDocumentTableName,
  number: number,
): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom(table).select('pdf').where('number', '=', number).executeTakeFirst()
  return row?.pdf ?? undefined
}

/** Stores a PDF unless one is stored already. Returns the stored one. */
export async function saveInvoicePdf(
  tx: Tx,
  table: SalesDocumentTableName,
  number: number,
  pdf: Uint8Array,
): Promise<Uint8Array> {
  await tx.updateTable(table).set({ pdf }).where('number', '=', number).where('pdf', 'is', null).execute()
  return (await findInvoicePdf(tx, table, number)) ?? pdf
}

/** Formats an invoice number, such as `1001` or `TEST-1`. Stored test numbers are negative. */
export function formatInvoiceNumber(number: number): string {
  return number < 0 ? `TEST${number}` : String(number)
}

function toInvoice({ number, order_id, issued_at, paid_at, content }: StoredInvoice): Invoice {
  return {
    id: number,
    number: formatInvoiceNumber(number),
    orderId: order_id,
    issuedAt: issued_at,
    paidAt: paid_at,
    content: JSON.parse(content) as SalesDocumentContent,
  }
}

/** Formats a credit note number, such as `CN-1` or `TEST-CN-1`. Stored test numbers are negative. */
export function formatCreditNoteNumber(number: number): string {
  return number < 0 ? `TEST-CN${number}` : `CN-${number}`
}

function toCreditNote({ number, transaction_id, cents, issued_at, refunded_at, content }: StoredCreditNote): CreditNote {
  return {
    id: number,
    number: formatCreditNoteNumber(number),
    transactionId: transaction_id,
    cents,
    issuedAt: issued_at,
    refundedAt: refunded_at,
    content: JSON.parse(content) as SalesDocumentContent,
  }
}
