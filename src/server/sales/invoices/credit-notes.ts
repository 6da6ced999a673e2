import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { StoredOrder } from '../orders/orders.ts'
import {
  buildCreditNoteContent,
  type CreditNoteReason,
  formatCreditNoteNumber,
  formatInvoiceNumber,
  type MoneyMovement,
  toCreditNote,
  toInvoice,
} from './sales-documents.ts'
import {
  allotDocumentNumber,
  findInvoice,
  insertCreditNote,
  listCreditNotes,
  lockInvoiceNumbers,
  moveToCancelledInvoices,
  type StoredCreditNote,
} from './store.ts'

/**
 * A refund, or a reversal by the provider. `end` is set if the reversal ended and the money came back to us. `cents` is 0 if
 * it doesn't count, as after its payment was taken back.
 */
type MoneyReturn = MoneyMovement & { kind: 'refund' | 'reversal'; end?: { transactionId: string; at: number } | undefined }

type IssueCreditNotesInput = { moneyReturns: readonly MoneyReturn[]; isRehearsal: boolean }

type LoadBusiness = (tx: Tx) => Promise<BusinessFacts>

/**
 * Issues the credit notes that an order lacks, so that they add up to the money that went back. Each refund or reversal
 * gets one. If it no longer counts, another credit note cancels it. A repeat issues nothing. Returns the cents of the
 * refunds that got their credit note now.
 */
export async function issueMissingCreditNotes(
  loadBusiness: LoadBusiness,
  tx: Tx,
  order: StoredOrder,
  { moneyReturns, isRehearsal }: IssueCreditNotesInput,
): Promise<number> {
  const issued = (await listCreditNotes(tx, order.id)).filter((note) => note.number < 0 === isRehearsal)
  const invoice = await findInvoice(tx, order.id)
  let newRefundCents = 0
  for (const moneyReturn of moneyReturns) {
    // Ignores the gateway: two gateways may report the same refund.
    const notesOfReturn = issued.filter((note) => note.transaction_id === moneyReturn.transactionId && !isOfInvoice(note))
    for (const cents of computeAmountsToIssue(moneyReturn, notesOfReturn)) {
      const last = notesOfReturn.at(-1)
      const invoiceNumber = invoice ? formatInvoiceNumber(invoice.number) : (last && getReason(last)?.invoice) || ''
      const payment = cents < 0 ? { ...moneyReturn, ...moneyReturn.end } : moneyReturn
      const reason = buildReason(moneyReturn, cents, invoiceNumber, last)
      const note = { ...moneyReturn, cents, payment, reason, isRehearsal }
      notesOfReturn.push(await issueCreditNote(loadBusiness, tx, order, note))
      if (moneyReturn.kind === 'refund' && cents > 0) newRefundCents += cents
    }
  }
  return newRefundCents
}

/** Cancels the invoice of an order by a credit note if it is for this payment, which an admin took back. */
export async function cancelInvoiceOfPayment(
  loadBusiness: LoadBusiness,
  tx: Tx,
  order: StoredOrder,
  { gateway, transactionId, at }: Omit<MoneyMovement, 'cents'>,
): Promise<void> {
  const invoice = await findInvoice(tx, order.id)
  if (!invoice) return
  const { number, content } = toInvoice(invoice)
  if (content.payment?.transactionId !== transactionId) return
  const cents = content.line.cents + (content.adjustmentCents ?? 0)
  const payment = { gateway, transactionId, at, cents }
  const reason = { kind: 'takenBack', invoice: number } as const
  await issueCreditNote(loadBusiness, tx, order, { ...payment, payment, reason, isRehearsal: invoice.number < 0 })
  await moveToCancelledInvoices(tx, order.id, transactionId)
}

type NewCreditNote = Omit<MoneyMovement, 'at'> & { payment: MoneyMovement; reason: CreditNoteReason; isRehearsal: boolean }

async function issueCreditNote(
  loadBusiness: LoadBusiness,
  tx: Tx,
  order: StoredOrder,
  { gateway, transactionId, cents, payment, reason: credit, isRehearsal }: NewCreditNote,
): Promise<StoredCreditNote> {
  await lockInvoiceNumbers(tx)
  const notes = await listCreditNotes(tx, order.id)
  const issuedAt = Date.now()
  const seller = await loadBusiness(tx)
  const row = {
    number: await allotDocumentNumber(tx, isRehearsal ? 'testCreditNote' : 'creditNote'),
    order_id: order.id,
    gateway,
    transaction_id: transactionId,
    sequence: notes.filter((note) => note.transaction_id === transactionId).length + 1,
    cents,
    issued_at: issuedAt,
    refunded_at: payment.at,
    content: JSON.stringify(buildCreditNoteContent(order, { seller, issuedAt, payment, isRehearsal, cents, credit })),
  }
  await insertCreditNote(tx, row)
  return row
}

/** Returns whether a credit note cancels an invoice, not a credit note. */
function isOfInvoice(note: StoredCreditNote): boolean {
  const reason = getReason(note)
  return reason?.kind === 'takenBack' && reason.cancels === undefined
}

function getReason(note: StoredCreditNote): CreditNoteReason | undefined {
  return toCreditNote(note).content.credit
}

/** Returns the amounts in cents of the credit notes that a refund or reversal still lacks. */
function computeAmountsToIssue({ cents, end }: MoneyReturn, notesOfReturn: readonly StoredCreditNote[]): number[] {
  const first = notesOfReturn.length === 0 && cents > 0 ? [cents] : []
  const balance = [...notesOfReturn.map((one) => one.cents), ...first].reduce((sum, amount) => sum + amount, 0)
  const difference = (end ? 0 : cents) - balance
  return difference === 0 ? first : [...first, difference]
}

function buildReason(
  { kind }: MoneyReturn,
  cents: number,
  invoice: string,
  last: StoredCreditNote | undefined,
): CreditNoteReason {
  if (cents > 0 || !last) return { kind, invoice }
  const cancels = formatCreditNoteNumber(last.number)
  return { kind: kind === 'reversal' ? 'reversalEnded' : 'takenBack', invoice, cancels }
}
