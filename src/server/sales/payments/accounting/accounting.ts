import { addMonths, businessDay, monthStart } from '../../../../contract/grammar/business-days.ts'
import { amountOf } from '../../../../contract/grammar/money.ts'
import type { Suspects } from '../../../platform/db/kept-totals.ts'
import type { Reader } from '../../../platform/db/tables.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../../platform/http/csv.ts'
import { documentNumber } from '../../invoices/invoices.ts'
import { lockOrderCounters } from '../../orders/orders.ts'
import { loadLedger } from '../ledger/record.ts'
import { setEntries } from '../store.ts'
import { type AccountingEntry, type EntryPosition, entriesBefore, type Period, sumOfPeriod, unequalOrders } from './store.ts'

/** How many entries are read at once, so that a long file is never in memory as a whole. */
const ROWS_AT_ONCE = 500
/** How many orders are compared between two turns of the event loop. */
const ORDERS_AT_ONCE = 1_000

const KINDS: Partial<Record<AccountingEntry['kind'], string>> = {
  settled: 'Payment',
  refunded: 'Refund',
  reversed: 'Reversal',
  reversalCancelled: 'Reversal ended',
  disputeWon: 'Reversal ended',
}

/** The net after the fee stays empty where the provider didn't tell a fee. */
const COLUMNS: readonly (readonly [title: string, cell: (entry: AccountingEntry, timeZone: string) => string])[] = [
  ['Invoice', ({ invoice_number: number }) => (number === null ? '' : documentNumber(number))],
  ['Order', ({ order_number }) => String(order_number ?? '')],
  ['Date', ({ at }, timeZone) => businessDay(timeZone, at)],
  ['Type', ({ kind }) => KINDS[kind] ?? kind],
  ['Transaction', ({ transaction_id }) => transaction_id],
  ['Gateway', ({ gateway }) => gateway],
  ['Received', ({ received_cents }) => amountOf(received_cents)],
  ['Refunded', ({ refunded_cents }) => amountOf(refunded_cents)],
  ['Net', (entry) => amountOf(netOf(entry))],
  ['Fee', ({ fee_cents }) => (fee_cents === null ? '' : amountOf(fee_cents))],
  ['Net after fee', (entry) => (entry.fee_cents === null ? '' : amountOf(netOf(entry) - entry.fee_cents))],
  ['Money', ({ live }) => (live === 1 ? 'Live' : 'Test')],
]

function netOf({ received_cents, refunded_cents }: AccountingEntry): number {
  return received_cents - refunded_cents
}

/** Reads all entries of a month, or of all time, newest first. */
export async function* accountingEntries(
  read: Reader,
  month: string | undefined,
  timeZone: string,
): AsyncGenerator<AccountingEntry[]> {
  const period = month === undefined ? { from: 0, to: Number.MAX_SAFE_INTEGER } : periodOf(timeZone, month)
  let before: EntryPosition | undefined
  do {
    const some = await entriesBefore(read, period, before, ROWS_AT_ONCE)
    if (some.length > 0) yield some
    before = some.length < ROWS_AT_ONCE ? undefined : some.at(-1)
  } while (before)
}

/** Writes the entries as a CSV file. */
export async function* accountingTable(entries: AsyncIterable<AccountingEntry[]>, timeZone: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title))
  for await (const some of entries) yield some.map((entry) => csvLine(COLUMNS.map(([, cell]) => cell(entry, timeZone)))).join('')
}

/** Sums up live or test money of each month, in cents, by when it arrived or went back. */
export async function monthsByPaymentDate(
  read: Reader,
  { months, timeZone, isLive }: { months: readonly string[]; timeZone: string; isLive: boolean },
): Promise<{ received: number; refunded: number }[]> {
  return Promise.all(months.map((month) => sumOfPeriod(read, Number(isLive), periodOf(timeZone, month))))
}

/** A month by the clocks of the business. */
function periodOf(timeZone: string, month: string): Period {
  return { from: monthStart(timeZone, month), to: monthStart(timeZone, addMonths(month, 1)) }
}

/** Finds orders whose payment facts don't add up to their totals: an older version of the program doesn't keep them. */
export const recountPayments: Suspects = async function* (db, rest) {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { ids, last } = await unequalOrders(db, after, ORDERS_AT_ONCE)
    for (const id of ids)
      yield async (tx) => {
        await lockOrderCounters(tx)
        const { facts, standing } = await loadLedger(tx, id)
        return (await setEntries(tx, facts, standing.entries)) ? 'what the payments of one order add to the books' : undefined
      }
    after = last
    await rest()
  }
}
