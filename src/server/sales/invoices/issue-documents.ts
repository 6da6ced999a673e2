import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { loadBusiness } from '../../content/business/business.ts'
import { formatRefundedPart, lockOrderCounters, type RefundedPart, type StoredOrder } from '../orders/orders.ts'
import type { CreditNote, CreditNoteReason, Invoice, MoneyMovement, SalesDocumentContent } from './sales-documents.ts'
import {
  allotDocumentNumber,
  deleteTestInvoice,
  findInvoice,
  insertCreditNote,
  insertInvoice,
  listCreditNotes,
  moveToCancelledInvoices,
} from './store.ts'

/**
 * Issues the invoice of an order. Call it in the transaction of its first payment. Later calls return the same invoice,
 * until a credit note cancels it. Test invoices have their own numbers. A live invoice replaces a test invoice once live money arrives.
 */
export async function issueInvoice(
  tx: Tx,
  order: StoredOrder,
  { payment, isRehearsal }: { payment: MoneyMovement; isRehearsal: boolean },
): Promise<Invoice & { isNew: boolean }> {
  await lockOrderCounters(tx)
  const existing = await findInvoice(tx, order.id)
  if (existing && (existing.id > 0 || isRehearsal)) return { ...existing, isNew: false }
  if (existing) await deleteTestInvoice(tx, order.id)
  const issuedAt = Date.now()
  const content = buildContent(order, { seller: await loadBusiness(tx), issuedAt, payment, isRehearsal })
  const adjustmentCents = payment.cents - order.price_cents
  const number = await allotDocumentNumber(tx, isRehearsal ? 'test' : 'live')
  const invoice = await insertInvoice(tx, {
    number,
    order_id: order.id,
    issued_at: issuedAt,
    paid_at: payment.at,
    content: JSON.stringify({ ...content, ...(adjustmentCents !== 0 && { adjustmentCents }) }),
  })
  return { ...invoice, isNew: true }
}

/**
 * A refund, or a reversal by the provider. `end` is set if the reversal ended and the money came back to us. `cents` is 0 if
 * it doesn't count, as after its payment was taken back.
 */
type MoneyReturn = MoneyMovement & {
  kind: 'refund' | 'reversal'
  end?: { transactionId: string; at: number } | undefined
  /** The parts of the order that a refund is for. */
  parts?: readonly RefundedPart[] | undefined
}

type IssueCreditNotesInput = { moneyReturns: readonly MoneyReturn[]; isRehearsal: boolean }

/**
 * Issues the credit notes that an order lacks, so that they add up to the money that went back. Each refund or reversal
 * gets one. If it no longer counts, another credit note cancels it. A repeat issues nothing. Returns the refunds that got a
 * credit note now, with its amount.
 */
export async function issueMissingCreditNotes(
  tx: Tx,
  order: StoredOrder,
  { moneyReturns, isRehearsal }: IssueCreditNotesInput,
): Promise<MoneyReturn[]> {
  const issued = (await listCreditNotes(tx, order.id)).filter((note) => note.id < 0 === isRehearsal)
  const invoice = await findInvoice(tx, order.id)
  const newRefunds: MoneyReturn[] = []
  for (const moneyReturn of moneyReturns) {
    // Ignores the gateway: two gateways may report the same refund.
    const notesOfReturn = issued.filter((note) => note.transactionId === moneyReturn.transactionId && !isOfInvoice(note))
    for (const cents of computeAmountsToIssue(moneyReturn, notesOfReturn)) {
      const last = notesOfReturn.at(-1)
      const invoiceNumber = invoice?.number ?? last?.content.credit?.invoice ?? ''
      const payment = cents < 0 ? { ...moneyReturn, ...moneyReturn.end } : moneyReturn
      // The parts add up to the whole refund only.
      const parts = cents === moneyReturn.cents ? moneyReturn.parts : undefined
      const credited = { ...moneyReturn, cents, parts }
      const reason = buildReason(credited, invoiceNumber, last)
      notesOfReturn.push(await issueCreditNote(tx, order, { ...credited, payment, reason, isRehearsal }))
      if (moneyReturn.kind === 'refund' && cents > 0) newRefunds.push(credited)
    }
  }
  return newRefunds
}

/** Cancels the invoice of an order by a credit note if it is for this payment, which an admin took back. */
export async function cancelInvoiceOfPayment(
  tx: Tx,
  order: StoredOrder,
  { gateway, transactionId, at }: Omit<MoneyMovement, 'cents'>,
): Promise<void> {
  const invoice = await findInvoice(tx, order.id)
  if (!invoice) return
  const { id, number, content } = invoice
  if (content.payment?.transactionId !== transactionId) return
  const cents = content.line.cents + (content.adjustmentCents ?? 0)
  const payment = { gateway, transactionId, at, cents }
  const reason = { kind: 'takenBack', invoice: number } as const
  await issueCreditNote(tx, order, { ...payment, payment, reason, isRehearsal: id < 0 })
  await moveToCancelledInvoices(tx, order.id, transactionId)
}

type NewCreditNote = Omit<MoneyMovement, 'at'> & { payment: MoneyMovement; reason: CreditNoteReason; isRehearsal: boolean }

async function issueCreditNote(
  tx: Tx,
  order: StoredOrder,
  { gateway, transactionId, cents, payment, reason: credit, isRehearsal }: NewCreditNote,
): Promise<CreditNote> {
  await lockOrderCounters(tx)
  const notes = await listCreditNotes(tx, order.id)
  const issuedAt = Date.now()
  const content = buildContent(order, { seller: await loadBusiness(tx), issuedAt, payment, isRehearsal })
  return insertCreditNote(tx, {
    number: await allotDocumentNumber(tx, isRehearsal ? 'testCreditNote' : 'creditNote'),
    order_id: order.id,
    gateway,
    transaction_id: transactionId,
    sequence: notes.filter((note) => note.transactionId === transactionId).length + 1,
    cents,
    issued_at: issuedAt,
    refunded_at: payment.at,
    content: JSON.stringify({
      ...content,
      line: { ...content.line, points: credit.parts?.map(formatRefundedPart) ?? [], cents },
      credit,
    }),
  })
}

/** Returns whether a credit note cancels an invoice, not a credit note. */
function isOfInvoice({ content: { credit } }: CreditNote): boolean {
  return credit?.kind === 'takenBack' && credit.cancels === undefined
}

/** Returns the amounts in cents of the credit notes that a refund or reversal still lacks. */
function computeAmountsToIssue({ cents, end }: MoneyReturn, notesOfReturn: readonly CreditNote[]): number[] {
  const first = notesOfReturn.length === 0 && cents > 0 ? [cents] : []
  const balance = [...notesOfReturn.map((one) => one.cents), ...first].reduce((sum, amount) => sum + amount, 0)
  const difference = (end ? 0 : cents) - balance
  return difference === 0 ? first : [...first, difference]
}

function buildReason({ kind, cents, parts }: MoneyReturn, invoice: string, last: CreditNote | undefined): CreditNoteReason {
  if (cents > 0 || !last) return { kind, invoice, ...(parts && { parts }) }
  const cancels = last.number
  return { kind: kind === 'reversal' ? 'reversalEnded' : 'takenBack', invoice, cancels }
}

type IssueInput = { seller: BusinessFacts; issuedAt: number; payment: MoneyMovement; isRehearsal: boolean }

/** The provider's name as documents and emails print it, by gateway. */
export const PAYMENT_METHOD_LABELS: Readonly<Record<string, string>> = {
  'paypal-standard': 'PayPal',
  'paypal-orders': 'PayPal',
  rehearsal: 'Rehearsal',
  'by-hand': 'Recorded by hand',
}

/** Freezes everything that a document prints. Later changes, even of the time zone, don't alter it. */
function buildContent(order: StoredOrder, { seller, issuedAt, payment, isRehearsal }: IssueInput): SalesDocumentContent {
  const { name, legalName, logo = '', addresses, phones, email, timeZone } = seller
  return {
    seller: {
      name,
      ...(legalName !== undefined && { legalName }),
      logo,
      addresses,
      phones,
      ...(email !== undefined && { email }),
    },
    buyer: {
      name: order.customer_name,
      address: order.customer_address,
      country: order.customer_country,
      email: order.customer_email,
      ...(order.customer_company && { company: order.customer_company }),
      ...(order.purchase_order && { purchaseOrder: order.purchase_order }),
    },
    order: { number: order.number, placedOn: toBusinessDay(timeZone, order.placed_at) },
    line: {
      packageName: order.package_name,
      points: JSON.parse(order.package_points) as string[],
      cents: order.price_cents,
    },
    currency: 'USD',
    issuedOn: toBusinessDay(timeZone, issuedAt),
    paidOn: toBusinessDay(timeZone, payment.at),
    payment: { method: PAYMENT_METHOD_LABELS[payment.gateway] ?? payment.gateway, transactionId: payment.transactionId },
    isRehearsal,
  }
}
