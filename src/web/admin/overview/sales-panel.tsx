import type { ReplyOf } from '../../../contract/grammar/endpoint.ts'
import { dollarsAndCents } from '../../../contract/grammar/money.ts'
import type { salesTotals } from '../../../contract/sales/orders.ts'
import type { LoadFailure } from '../../lists/list-page.ts'
import { FailedPanel } from '../../lists/load-failed.tsx'
import { monthName } from '../shell/months.ts'
import { bestMonth, type Month } from './chart.ts'
import { type Column, CountedPanel } from './counted-panel.tsx'
import { SalesChart } from './sales-chart.tsx'

export type Sales = ReplyOf<typeof salesTotals>

/** Test money by name: it never looks like sales. */
const LABELS = { live: undefined, sandbox: 'Sandbox', rehearsal: 'Rehearsal' } as const

const columns: readonly Column<Month>[] = [
  { name: 'Orders', of: ({ orders }) => String(orders) },
  { name: 'Paid sales', of: ({ sales }) => dollarsAndCents(sales) },
  { name: 'Received', of: ({ received }) => dollarsAndCents(received) },
  { name: 'Refunded', of: ({ refunded }) => dollarsAndCents(refunded) },
  { name: 'Net', of: ({ net }) => dollarsAndCents(net) },
]

/** Total Sales (spec section 9), and the last twelve months as a chart or a table. */
export function SalesPanel({ sales }: { sales: Sales | LoadFailure }) {
  if ('problem' in sales) return <FailedPanel title="Total Sales" {...sales} />
  const { months } = sales
  const current = months.at(-1)
  const isEmpty = bestMonth(months) === -1
  return (
    <CountedPanel
      what="sales"
      title={LABELS[sales.mode] ? `Total Sales, ${LABELS[sales.mode]}` : 'Total Sales'}
      total={dollarsAndCents(sales.sales)}
      note={noteOf(sales)}
      by="month"
      rows={months}
      nameOf={({ month }) => monthName(month, 'long')}
      columns={columns}
    >
      <figure>
        <SalesChart months={months} />
        <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-help text-muted">
          {isEmpty ? (
            <span>No order of the last twelve months is paid yet.</span>
          ) : (
            <>
              <span className="chart-key">Paid sales by month of the order</span>
              {current && <span className="chart-key chart-key-open">{monthName(current.month, 'long')} is not over</span>}
            </>
          )}
        </figcaption>
      </figure>
    </CountedPanel>
  )
}

function noteOf({ mode, other, ...shown }: Sales): string {
  const parts = [`Paid orders. ${amounts(shown)}.`]
  if (mode !== 'live') parts.push('Test money: none of it is real.')
  if (other) parts.push(`${mode === 'live' ? 'Test payments' : 'Live payments'}, not counted here: ${amounts(other)}.`)
  return parts.join(' ')
}

function amounts({ received, refunded, net }: Pick<Sales, 'received' | 'refunded' | 'net'>): string {
  return `Received ${dollarsAndCents(received)}, refunded ${dollarsAndCents(refunded)}, net ${dollarsAndCents(net)}`
}
