import { getCalendarMonthStart, shiftMonth, toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import { exportAccountingCsvEndpoint } from '#contract/sales/invoices.ts'
import type { PaymentMode } from '#contract/sales/order-statuses.ts'
import type { FindCorrectionsFunction } from '#platform/db/counter-differences.ts'
import { readInBatches } from '#platform/db/read-in-batches.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { type CsvColumns, writeCsv } from '#platform/http/csv.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { streamAuditedExport } from '#server/audit-log/audit-log.ts'
import { loadBusiness } from '#server/content/business/business.ts'
import { formatCreditNoteNumber, formatInvoiceNumber } from '../../invoices/invoices.ts'
import { lockOrderCounters } from '../../orders/orders.ts'
import { saveLedgerAmountsOfFacts } from '../ledger/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { MANUAL_GATEWAY } from '../payment-gateway.ts'
import { loadFactsAndPaymentState } from '../update-payment-state.ts'
import {
  type AccountingEntry,
  type AccountingPeriod,
  bookFacts,
  findOrdersWithWrongTotals,
  hasUnbookedFacts,
  listAccountingEntriesBefore,
  sumReceiptsAndRefunds,
} from './store.ts'

/** How many orders to compare before other requests run. */
const BATCH_SIZE = 1_000

const KIND_LABELS: Partial<Record<AccountingEntry['kind'], string>> = {
  settled: 'Payment',
  refunded: 'Refund',
  reversed: 'Reversal',
  reversalCancelled: 'Reversal ended',
  disputeWon: 'Reversal ended',
  takenBack: 'Payment taken back',
}

/**
 * The columns of the accounting file. The net after the fee stays empty if the fee is unknown. A refund names the invoice that
 * it corrects, and its credit note. A payment that was accepted again names each of its invoices. A payment by hand has the
 * method and the reference that the admin typed.
 */
const CSV_COLUMNS: CsvColumns<AccountingEntry> = [
  ['Invoice', ({ invoice_numbers }) => formatNumbers(invoice_numbers, formatInvoiceNumber)],
  ['Order', ({ order_number }) => String(order_number ?? '')],
  ['Date', ({ at, booked_on }, timeZone) => booked_on ?? toBusinessDay(timeZone, at)],
  ['Type', ({ kind }) => KIND_LABELS[kind] ?? kind],
  ['Transaction', ({ gateway, transaction_id, reference }) => (gateway === MANUAL_GATEWAY ? (reference ?? '') : transaction_id)],
  ['Gateway', ({ gateway, method }) => (gateway === MANUAL_GATEWAY ? (method ?? 'By hand') : gateway)],
  ['Received', ({ received_cents }) => formatDecimalAmount(received_cents)],
  ['Refunded', ({ refunded_cents }) => formatDecimalAmount(refunded_cents)],
  ['Net', (entry) => formatDecimalAmount(computeNet(entry))],
  ['Fee', ({ fee_cents }) => (fee_cents === null ? '' : formatDecimalAmount(fee_cents))],
  ['Net after fee', (entry) => (entry.fee_cents === null ? '' : formatDecimalAmount(computeNet(entry) - entry.fee_cents))],
  ['Money', ({ live }) => (live === 1 ? 'Live' : 'Test')],
  ['Credit note', ({ credit_note_numbers }) => formatNumbers(credit_note_numbers, formatCreditNoteNumber)],
]

function formatNumbers(numbers: string | null, format: (number: number) => string): string {
  return numbers === null ? '' : numbers.split(',').map(Number).map(format).join(', ')
}

function computeNet({ received_cents, refunded_cents }: AccountingEntry): number {
  return received_cents - refunded_cents
}

/** Streams the accounting file of a month, or of all time, newest entry first, and audits the export. */
export function createAccountingExportHandler({ read, write, orders }: PaymentDependencies) {
  return defineHandler(exportAccountingCsvEndpoint, async ({ query: { month } }, { person }) => {
    const timeZone = await orders.timeZone()
    const period = month === undefined ? undefined : toPeriod(timeZone, month)
    const entries = readInBatches<AccountingEntry>((last, limit) => listAccountingEntriesBefore(read, period, last, limit))
    const auditEntry = { actor: person.email, action: 'accounting.exported', subject: 'payments' } as const
    return writeCsv(CSV_COLUMNS, await streamAuditedExport(write, auditEntry, entries), timeZone)
  })
}

/** Sums up the money that the mode shows, live or test, by the month of its payment or refund, in cents. */
export async function sumReceiptsAndRefundsByMonth(
  db: DatabaseReader,
  { timeZone, mode }: { timeZone: string; mode: PaymentMode },
  months: readonly string[],
): Promise<{ received: number; refunded: number }[]> {
  const live = Number(mode === 'live')
  return Promise.all(months.map((month) => sumReceiptsAndRefunds(db, live, toPeriod(timeZone, month))))
}

function toPeriod(timeZone: string, month: string): AccountingPeriod {
  const next = shiftMonth(month, 1)
  const [from, to] = [getCalendarMonthStart(timeZone, month), getCalendarMonthStart(timeZone, next)]
  return { firstDay: `${month}-01`, endDay: `${next}-01`, from, to }
}

/**
 * Books facts of an older version, and yields a correction for each order whose ledger entries don't add up to its totals,
 * such as after an older version wrote.
 */
export const findLedgerCorrections: FindCorrectionsFunction = async function* (db, yieldToEventLoop) {
  const { timeZone } = await loadBusiness(db)
  while (await hasUnbookedFacts(db)) {
    yield (tx) => bookFacts(tx, timeZone, BATCH_SIZE).then(() => undefined)
    await yieldToEventLoop()
  }
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { ids, last } = await findOrdersWithWrongTotals(db, after, BATCH_SIZE)
    for (const id of ids)
      yield async (tx) => {
        await lockOrderCounters(tx)
        const { facts, paymentState } = await loadFactsAndPaymentState(tx, id)
        return (await saveLedgerAmountsOfFacts(tx, facts, paymentState.entries)) ? 'the ledger entries of one order' : undefined
      }
    after = last
    await yieldToEventLoop()
  }
}
