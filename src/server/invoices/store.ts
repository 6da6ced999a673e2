import type { InvoiceTable, Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'

/** Takes the row of the last number until the transaction ends: whoever issues comes after whoever does so already. */
export async function takeInvoiceBooks(tx: Tx): Promise<void> {
  await tx
    .updateTable('invoice_books')
    .set((eb) => ({ last_number: eb.ref('last_number') }))
    .where('id', '=', 1)
    .execute()
}

/** The row that holds the last number of each series. */
const SERIES = { live: 1, test: 2 } as const

/** Allots the next number of a series, below zero for a test invoice; a transaction that fails gives it back. */
export async function nextInvoiceNumber(tx: Tx, series: keyof typeof SERIES): Promise<number> {
  const { last_number } = await tx
    .updateTable('invoice_books')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .where('id', '=', SERIES[series])
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return series === 'test' ? -last_number : last_number
}

export async function deleteTestInvoiceOf(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('invoice').where('order_id', '=', orderId).where('number', '<', 0).execute()
}

export async function insertInvoice(tx: Tx, invoice: InvoiceTable): Promise<void> {
  await tx.insertInto('invoice').values(invoice).execute()
}

export async function findInvoiceOf(db: Reader, orderId: string): Promise<InvoiceTable | undefined> {
  return db.selectFrom('invoice').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}
