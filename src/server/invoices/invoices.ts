import type { Business } from '../../contract/business.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { Database } from '../db/db.ts'
import type { TableName } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { drawInOwnProcess } from '../drawing-process.ts'
import type { Orders, StoredOrder } from '../orders/orders.ts'
import { fromRow, type Invoice, printedOf } from './invoice.ts'
import { deleteTestInvoiceOf, findInvoiceOf, insertInvoice, nextInvoiceNumber, takeInvoiceBooks } from './store.ts'

export type Invoices = ReturnType<typeof createInvoices>

type Parts = {
  database: Database
  orders: Pick<Orders, 'ofPerson'>
  /** Who sells, as the transaction that issues an invoice sees it. */
  businessIn: (tx: Tx) => Promise<Business>
  /** Answers a PDF. */
  draw?: (invoice: Invoice) => Promise<Uint8Array>
}

/** Invoices of paid orders: numbered without a gap, and never changed (docs/decisions/0037). */
export function createInvoices({ database: { read }, orders, businessIn, draw = drawInvoice }: Parts) {
  const dataTables: readonly TableName[] = []
  return { dataTables, issue, ofOrder, fileOf }

  /**
   * For payments, in the transaction in which an order first becomes paid: the order's one invoice. A second time it is
   * the same one. Test money gets a number of the test series, so that the live series has no gap; once live money
   * arrives, a live invoice replaces it. `settledAt` in epoch ms; `isRehearsal` where no money moved.
   */
  async function issue(
    tx: Tx,
    order: StoredOrder,
    { settledAt, isRehearsal }: { settledAt: number; isRehearsal: boolean },
  ): Promise<Invoice & { isNew: boolean }> {
    await takeInvoiceBooks(tx)
    const known = await findInvoiceOf(tx, order.id)
    if (known && (known.number > 0 || isRehearsal)) return { ...fromRow(known), isNew: false }
    if (known) await deleteTestInvoiceOf(tx, order.id)
    const issuedAt = Date.now()
    const printed = printedOf(order, { seller: await businessIn(tx), issuedAt, settledAt, isRehearsal })
    const number = await nextInvoiceNumber(tx, isRehearsal ? 'test' : 'live')
    const row = { number, order_id: order.id, issued_at: issuedAt, paid_at: settledAt, printed: JSON.stringify(printed) }
    await insertInvoice(tx, row)
    return { ...fromRow(row), isNew: true }
  }

  /** Undefined while there is none. */
  async function ofOrder(orderId: string): Promise<Invoice | undefined> {
    const row = await findInvoiceOf(read, orderId)
    return row && fromRow(row)
  }

  /** The invoice as a PDF. Throws a 404 for somebody else's order, and where there is no invoice yet. */
  async function fileOf(
    orderId: string,
    person: { email: string; isAdmin: boolean },
  ): Promise<{ name: string; pdf: Uint8Array }> {
    await orders.ofPerson(orderId, person)
    const invoice = await ofOrder(orderId)
    if (!invoice) throw new Refusal(404, 'This order has no invoice yet. It gets one once it is paid.')
    return { name: `invoice-${invoice.number}.pdf`, pdf: await draw(invoice) }
  }
}

function drawInvoice(invoice: Invoice): Promise<Uint8Array> {
  return drawInOwnProcess('draw-invoice', invoice)
}
