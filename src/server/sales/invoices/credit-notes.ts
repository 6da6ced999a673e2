import type { BusinessFacts } from '../../../contract/content/build-business-facts.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { StoredOrder } from '../orders/orders.ts'
import {
  buildCreditNoteContent,
  type CreditNoteReason,
  formatCreditNoteNumber,
  formatInvoiceNumber,
  type MoneyMovement,
} from './invoice-and-credit-note-content-and-numbers.ts'
import {
  allotDocumentNumber,
  findInvoice,
  insertCreditNote,
  listCreditNotes,
  lockInvoiceNumbers,
  type StoredCreditNote,
} from './store.ts'

/** A refund, or a reversal by the provider. `end` is set if the reversal ended and the money came back to us. */
type MoneyReturn = MoneyMovement & { kind: 'refund' | 'reversal'; end?: { transactionId: string; at: number } | undefined }

type IssueCreditNotesInput = { moneyReturns: readonly MoneyReturn[]; isRehearsal: boolean }

/**
 * Issues the credit notes that an order lacks, so that they add up to the money that went back. Each refund or reversal
 * gets one. If a reversal ended, another credit note cancels it. A repeat issues nothing. Returns the cents of the refunds
 * that got their credit note now.
 */
export async function issueMissingCreditNotes(
  loadBusiness: (tx: Tx) => Promise<BusinessFacts>,
  tx: Tx,
  order: StoredOrder,
  { moneyReturns, isRehearsal }: IssueCreditNotesInput,
): Promise<number> {
  if (moneyReturns.length === 0) return 0
  await lockInvoiceNumbers(tx)
  const issued = await listCreditNotes(tx, order.id)
  const seller = await loadBusiness(tx)
  const invoice = formatInvoiceNumber((await findInvoice(tx, order.id))?.number ?? 0)
  let newRefundCents = 0
  for (const moneyReturn of moneyReturns) {
    // Ignores the gateway: two gateways may report the same refund.
    const notesOfReturn = issued.filter(({ transaction_id }) => transaction_id === moneyReturn.transactionId)
    for (const cents of computeAmountsToIssue(moneyReturn, notesOfReturn)) {
      const number = await allotDocumentNumber(tx, isRehearsal ? 'testCreditNote' : 'creditNote')
      const credit = buildReason(moneyReturn, cents, invoice, notesOfReturn.at(-1))
      const payment = cents < 0 ? { ...moneyReturn, ...moneyReturn.end } : moneyReturn
      const issuedAt = Date.now()
      const row = {
        number,
        order_id: order.id,
        gateway: moneyReturn.gateway,
        transaction_id: moneyReturn.transactionId,
        sequence: notesOfReturn.length + 1,
        cents,
        issued_at: issuedAt,
        refunded_at: payment.at,
        content: JSON.stringify(buildCreditNoteContent(order, { seller, issuedAt, payment, isRehearsal, cents, credit })),
      }
      await insertCreditNote(tx, row)
      notesOfReturn.push(row)
      if (moneyReturn.kind === 'refund') newRefundCents += cents
    }
  }
  return newRefundCents
}

/** Returns the amounts in cents of the credit notes that a refund or reversal still lacks. */
function computeAmountsToIssue({ cents, end }: MoneyReturn, notesOfReturn: readonly StoredCreditNote[]): number[] {
  const first = notesOfReturn.length === 0 ? [cents] : []
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
  return { kind: 'reversalEnded', invoice, cancels: formatCreditNoteNumber(last.number) }
}
