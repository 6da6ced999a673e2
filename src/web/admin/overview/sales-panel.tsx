import type { EndpointResult } from '../../../contract/core/endpoint.ts'
import { formatDollars } from '../../../contract/core/money.ts'
import type { getSalesTotalsEndpoint } from '../../../contract/sales/sales-totals-and-accounting-export.ts'
import { LoadErrorPanel } from '../../lists/load-error.tsx'
import type { LoadFailure } from '../../temporary-failures.ts'
import { formatMonthLabel } from '../shell/month-and-day-labels.ts'
import { findBestMonthIndex, type SalesMonth } from './chart-axes-and-paths.ts'
import { ChartOrTablePanel, type ChartTableColumn } from './chart-or-table-panel.tsx'
import { SalesChart } from './sales-chart.tsx'

export type SalesTotalsReply = EndpointResult<typeof getSalesTotalsEndpoint>

/** Names test money, so that it never looks like sales (P-112). */
const MODE_LABELS = { live: undefined, sandbox: 'Sandbox', rehearsal: 'Rehearsal' } as const

const columns: readonly ChartTableColumn<SalesMonth>[] = [
  { name: 'Orders', getValue: ({ orders }) => String(orders) },
  { name: 'Paid sales', getValue: ({ sales }) => formatDollars(sales) },
  { name: 'Received', getValue: ({ received }) => formatDollars(received) },
  { name: 'Refunded', getValue: ({ refunded }) => formatDollars(refunded) },
  { name: 'Net', getValue: ({ net }) => formatDollars(net) },
]

/** Shows Total Sales and the last twelve months (P-113). */
export function SalesPanel({ sales }: { sales: SalesTotalsReply | LoadFailure }) {
  if ('problem' in sales) return <LoadErrorPanel title="Total Sales" {...sales} />
  const { months } = sales
  const current = months.at(-1)
  const isEmpty = findBestMonthIndex(months) === -1
  return (
    <ChartOrTablePanel
      metric="sales"
      title={MODE_LABELS[sales.mode] ? `Total Sales, ${MODE_LABELS[sales.mode]}` : 'Total Sales'}
      total={formatDollars(sales.sales)}
      note={buildNote(sales)}
      period="month"
      rows={months}
      getRowLabel={({ month }) => formatMonthLabel(month, 'long')}
      columns={columns}
    >
      <figure>
        {!isEmpty && <SalesChart months={months} />}
        <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-help text-muted">
          {isEmpty ? (
            <span>No paid orders in the last 12 months.</span>
          ) : (
            <>
              <span className="chart-key">Paid sales by month of the order</span>
              {current && <span className="chart-key chart-key-open">{formatMonthLabel(current.month, 'long')} is not over</span>}
            </>
          )}
        </figcaption>
      </figure>
    </ChartOrTablePanel>
  )
}

function buildNote({ mode, other, ...totals }: SalesTotalsReply): string {
  const parts = [`Paid orders. ${formatAmounts(totals)}.`]
  if (mode !== 'live') parts.push('Test money: none of it is real.')
  if (other) parts.push(`${mode === 'live' ? 'Test payments' : 'Live payments'}, not counted here: ${formatAmounts(other)}.`)
  return parts.join(' ')
}

function formatAmounts({ received, refunded, net }: Pick<SalesTotalsReply, 'received' | 'refunded' | 'net'>): string {
  return `Received ${formatDollars(received)}, refunded ${formatDollars(refunded)}, net ${formatDollars(net)}`
}
