import { Check, X } from 'lucide-react'
import type { EvidenceFact } from '../../../../../contract/sales/payment-evidence.ts'
import { type Column, Table } from '../../../../lists/paged-table.tsx'
import { moneyIn } from '../../payments/flag-text.tsx'

/** A line of the comparison, as it is shown. */
type Line = EvidenceFact['compared'][number] & { _id: string }

const WHAT: Readonly<Record<Line['what'], string>> = {
  payee: 'Payee',
  amount: 'Amount',
  currency: 'Currency',
  attempt: 'Attempt',
  account: 'Account',
}

const columns: readonly Column<Line>[] = [
  { head: 'What', cell: ({ what }) => WHAT[what] },
  { head: 'We asked for', cell: ({ asked }) => <span className="wrap-anywhere">{asked}</span> },
  {
    head: 'The notice says',
    cell: ({ told, isSame }) => <span className={`wrap-anywhere ${isSame ? '' : 'font-semibold'}`}>{told}</span>,
  },
  {
    head: 'Result',
    cell: ({ what, asked, told, isSame }) => (
      <span className={`flex items-center gap-2 font-semibold ${isSame ? 'text-pine' : 'differs text-error-deep'}`}>
        {isSame ? <Check className="size-4.5" aria-hidden /> : <X className="size-4.5" aria-hidden />}
        {/* Of what goes back it may be less. */}
        {!isSame ? 'Differs' : what === 'amount' && asked !== told ? 'A part of it' : 'Matches'}
      </span>
    ),
  },
]

/** What was asked for beside what was told, line by line. */
export function Compared({ lines, labelledBy }: { lines: EvidenceFact['compared']; labelledBy: string }) {
  const currency = lines.find(({ what }) => what === 'currency')
  const shown = lines.map((line) => ({
    ...line,
    _id: line.what,
    asked: shownValue(line.what, line.asked, currency?.asked),
    told: shownValue(line.what, line.told, currency?.told),
  }))
  return (
    <div className="compared">
      <Table labelledBy={labelledBy} columns={columns} records={shown} before={0} />
    </div>
  )
}

function shownValue(what: Line['what'], value: string, currency = 'USD'): string {
  if (value === '') return 'Nothing'
  if (what === 'amount') return moneyIn(value, currency)
  // Enough of a long id to tell it from others.
  return what === 'attempt' && value.length > 12 ? `${value.slice(0, 4)}…${value.slice(-4)}` : value
}
