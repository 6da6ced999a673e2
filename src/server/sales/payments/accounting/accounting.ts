import { addMonths, getMonthStart, toBusinessDay } from '../../../../contract/core/business-calendar.ts'
import { formatAmount } from '../../../../contract/core/money.ts'
import type { CounterScan } from '../../../platform/db/counter-correction.ts'
import type { DatabaseReader } from '../../../platform/db/tables.ts'
import { BYTE_ORDER_MARK, formatCsvLine } from '../../../platform/http/csv.ts'
import { formatInvoiceNumber } from '../../invoices/invoices.ts'
import { lockOrderCounters } from '../../orders/orders.ts'
import { loadLedger } from '../ledger/record-fact.ts'
import { saveLedgerEntries } from '../store.ts'
import {
  type AccountingEntry,
  type EntryPosition,
  findUnbalancedOrders,
  listEntriesBefore,
  type Period,
  sumPeriod,
} from './store.ts'

/** How many entries are read at once, so that a long file is never in memory as a whole. */
const ROW_BATCH_SIZE = 500
/** How many orders are compared between two turns of the event loop. */
const ORDER_BATCH_SIZE = 1_000

const KIND_LABELS: Partial<Record<AccountingEntry['kind'], string>> = {
  settled: 'Payment',
  refunded: 'Refund',
  reversed: 'Reversal',
  reversalCancelled: 'Reversal ended',
  disputeWon: 'Reversal ended',
}

/** The net after the fee stays empty where the provider didn't tell a fee. */
const CSV_COLUMNS: readonly (readonly [title: string, cell: (entry: AccountingEntry, timeZone: string) => string])[] = [
  ['Invoice', ({ invoice_number: number }) => (number === null ? '' : formatInvoiceNumber(number))],
  ['Order', ({ order_number }) => String(order_number ?? '')],
  ['Date', ({ at }, timeZone) => toBusinessDay(timeZone, at)],
  ['Type', ({ kind }) => KIND_LABELS[kind] ?? kind],
  ['Transaction', ({ transaction_id }) => transaction_id],
  ['Gateway', ({ gateway }) => gateway],
  ['Received', ({ received_cents }) => formatAmount(received_cents)],
  ['Refunded', ({ refunded_cents }) => formatAmount(refunded_cents)],
  ['Net', (entry) => formatAmount(computeNet(entry))],
  ['Fee', ({ fee_cents }) => (fee_cents === null ? '' : formatAmount(fee_cents))],
  ['Net after fee', (entry) => (entry.fee_cents === null ? '' : formatAmount(computeNet(entry) - entry.fee_cents))],
  ['Money', ({ live }) => (live === 1 ? 'Live' : 'Test')],
]

function computeNet({ received_cents, refunded_cents }: AccountingEntry): number {
  return received_cents - refunded_cents
}

/** Reads all entries of a month, or of all time, newest first. */
export async function* readAccountingEntries(
  read: DatabaseReader,
  month: string | undefined,
  timeZone: string,
): AsyncGenerator<AccountingEntry[]> {
  const period = month === undefined ? { from: 0, to: Number.MAX_SAFE_INTEGER } : toPeriod(timeZone, month)
  let before: EntryPosition | undefined
  do {
    const batch = await listEntriesBefore(read, period, before, ROW_BATCH_SIZE)
    if (batch.length > 0) yield batch
    before = batch.length < ROW_BATCH_SIZE ? undefined : batch.at(-1)
  } while (before)
}

/** Writes the entries as a CSV file. */
export async function* writeAccountingCsv(entries: AsyncIterable<AccountingEntry[]>, timeZone: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvLine(CSV_COLUMNS.map(([title]) => title))
  for await (const batch of entries)
    yield batch.map((entry) => formatCsvLine(CSV_COLUMNS.map(([, cell]) => cell(entry, timeZone)))).join('')
}

/** Sums up live or test money of each month, in cents, by when it arrived or went back. */
export async function sumByPaymentMonth(
  read: DatabaseReader,
  { months, timeZone, isLive }: { months: readonly string[]; timeZone: string; isLive: boolean },
): Promise<{ received: number; refunded: number }[]> {
  return Promise.all(months.map((month) => sumPeriod(read, Number(isLive), toPeriod(timeZone, month))))
}

/** A month by the clocks of the business. */
function toPeriod(timeZone: string, month: string): Period {
  return { from: getMonthStart(timeZone, month), to: getMonthStart(timeZone, addMonths(month, 1)) }
}

/** Finds orders whose payment facts don't add up to their totals: an older version of the program doesn't keep them. */
export const recountPaymentEntries: CounterScan = async function* (db, yieldToEventLoop) {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { ids, last } = await findUnbalancedOrders(db, after, ORDER_BATCH_SIZE)
    for (const id of ids)
      yield async (tx) => {
        await lockOrderCounters(tx)
        const { facts, paymentState } = await loadLedger(tx, id)
        return (await saveLedgerEntries(tx, facts, paymentState.entries))
          ? 'what the payments of one order add to the books'
          : undefined
      }
    after = last
    await yieldToEventLoop()
  }
}
