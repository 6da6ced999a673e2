import type { Business } from '../../../contract/content/business.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { StoredOrder } from '../orders/orders.ts'
import { type Credit, creditNoteNumber, creditNoteTextOf, documentNumber, type Movement } from './invoice.ts'
import { allotNumber, creditNotesOf, findInvoiceOf, insertCreditNote, type StoredCreditNote, takeInvoiceBooks } from './store.ts'

/** Money that went back: a refund, or a reversal by the provider. `end`: that reversal ended, and the money returned. */
type Withdrawal = Movement & { kind: 'refund' | 'reversal'; end?: { transactionId: string; at: number } | undefined }

type Issue = { withdrawals: readonly Withdrawal[]; isRehearsal: boolean }

/**
 * Issues the credit notes that an order lacks: one for each withdrawal, and one that cancels it if the reversal ended. So
 * the credit notes of an order always add up to what went back. A repeat issues nothing.
 */
export async function issueCreditNotes(
  businessIn: (tx: Tx) => Promise<Business>,
  tx: Tx,
  order: StoredOrder,
  { withdrawals, isRehearsal }: Issue,
): Promise<void> {
  if (withdrawals.length === 0) return
  await takeInvoiceBooks(tx)
  const issued = await creditNotesOf(tx, order.id)
  const seller = await businessIn(tx)
  const invoice = documentNumber((await findInvoiceOf(tx, order.id))?.number ?? 0)
  for (const withdrawal of withdrawals) {
    // By transaction alone: two gateways may report the same refund.
    const own = issued.filter(({ transaction_id }) => transaction_id === withdrawal.transactionId)
    for (const cents of amountsToIssue(withdrawal, own)) {
      const number = await allotNumber(tx, isRehearsal ? 'testCreditNote' : 'creditNote')
      const credit = creditOf(withdrawal, cents, invoice, own.at(-1))
      const payment = cents < 0 ? { ...withdrawal, ...withdrawal.end } : withdrawal
      const issuedAt = Date.now()
      const row = {
        number,
        order_id: order.id,
        gateway: withdrawal.gateway,
        transaction_id: withdrawal.transactionId,
        sequence: own.length + 1,
        cents,
        issued_at: issuedAt,
        refunded_at: payment.at,
        printed: JSON.stringify(creditNoteTextOf(order, { seller, issuedAt, payment, isRehearsal, cents, credit })),
      }
      await insertCreditNote(tx, row)
      own.push(row)
    }
  }
}

/** Returns the amounts in cents that bring the credit notes of a withdrawal to what it took back. */
function amountsToIssue({ cents, end }: Withdrawal, own: readonly StoredCreditNote[]): number[] {
  const first = own.length === 0 ? [cents] : []
  const balance = [...own.map((one) => one.cents), ...first].reduce((sum, amount) => sum + amount, 0)
  const rest = (end ? 0 : cents) - balance
  return rest === 0 ? first : [...first, rest]
}

function creditOf({ kind }: Withdrawal, cents: number, invoice: string, last: StoredCreditNote | undefined): Credit {
  if (cents > 0 || !last) return { kind, invoice }
  return { kind: 'reversalEnded', invoice, cancels: creditNoteNumber(last.number) }
}
