import type { EndpointResult } from '#contract/core/endpoint.ts'
import { formatDollars } from '#contract/core/money.ts'
import type { getSalesTotalsEndpoint } from '#contract/sales/sales-totals.ts'
import { LoadErrorPanel } from '../../lists/load-error.tsx'
import type { LoadFailure } from '../../temporary-failures.ts'
import { formatMonthLabel } from '../shell/calendar-labels.ts'
import {
  buildSteppedAreaSvgPath,
  buildSteppedLineSvgPath,
  computeAxisTicks,
  describeSalesChart,
  findBestMonthIndex,
  formatShortAmount,
  type SalesMonth,
} from './chart-geometry.ts'
import { ChartOrTablePanel, type ChartTableColumn } from './chart-or-table-panel.tsx'

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
  if (totals.sales !== totals.received || totals.received !== totals.net)
    parts.push(
      'Total Sales adds up the prices of orders that are paid now. Received counts every payment, net subtracts refunds.',
    )
  if (mode !== 'live') parts.push('Test money: none of it is real.')
  if (other) parts.push(`${mode === 'live' ? 'Test payments' : 'Live payments'}, not counted here: ${formatAmounts(other)}.`)
  return parts.join(' ')
}

function formatAmounts({ received, refunded, net }: Pick<SalesTotalsReply, 'received' | 'refunded' | 'net'>): string {
  return `Received ${formatDollars(received)}, refunded ${formatDollars(refunded)}, net ${formatDollars(net)}`
}

/** In pixels. The best month's amount stands above the plot, the month labels below it. */
const TOP_MARGIN = 24
const PLOT_HEIGHT = 164
const BOTTOM_MARGIN = 26
const BASELINE_Y = TOP_MARGIN + PLOT_HEIGHT

/** Draws sales as a stepped area, with the current month hatched. It fills the width without stretching its text. */
function SalesChart({ months }: { months: readonly SalesMonth[] }) {
  const ticks = computeAxisTicks(Math.max(0, ...months.map(({ sales }) => Number(sales))))
  const maxValue = ticks.at(-1) ?? 1
  const toY = (dollars: number) => BASELINE_Y - (dollars / maxValue) * PLOT_HEIGHT
  const tops = months.map(({ sales }) => toY(Number(sales)))
  const toPercent = (columns: number) => `${(columns / months.length) * 100}%`
  const best = findBestMonthIndex(months)
  const last = months.length - 1
  return (
    <div className="sales-chart" role="img" aria-label={describeSalesChart(months)}>
      <svg width="44" height={BASELINE_Y + BOTTOM_MARGIN} aria-hidden="true">
        {best !== -1 &&
          ticks.map((tick) => (
            <text key={tick} x="36" y={toY(tick) + 4} textAnchor="end">
              {formatShortAmount(tick)}
            </text>
          ))}
      </svg>
      <svg width="100%" height={BASELINE_Y + BOTTOM_MARGIN} aria-hidden="true">
        <defs>
          <pattern id="unfinished" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V7" className="hatch" />
          </pattern>
        </defs>
        {best !== -1 &&
          ticks.slice(1).map((tick) => <line key={tick} x2="100%" y1={toY(tick)} y2={toY(tick)} className="grid-line" />)}
        <StretchedPath columns={months.length} d={buildSteppedAreaSvgPath(tops.slice(0, last), BASELINE_Y)} className="area" />
        {tops.slice(1).map((top, index) => (
          <line
            key={months[index]?.month}
            x1={toPercent(index + 1)}
            x2={toPercent(index + 1)}
            y1={Math.max(top, tops[index] ?? top)}
            y2={BASELINE_Y}
            className="column-line"
          />
        ))}
        <rect
          x={toPercent(last)}
          y={tops[last]}
          width={toPercent(1)}
          height={BASELINE_Y - (tops[last] ?? BASELINE_Y)}
          fill="url(#unfinished)"
        />
        <line x2="100%" y1={BASELINE_Y} y2={BASELINE_Y} className="ground" />
        {best !== -1 && <StretchedPath columns={months.length} d={buildSteppedLineSvgPath(tops)} className="line" />}
        {months[best] && (
          <>
            <circle cx={toPercent(best + 0.5)} cy={tops[best]} r="5" className="best" />
            <text {...getLabelPosition(best, last, toPercent)} y={(tops[best] ?? 0) - 11} className="best-amount">
              {formatDollars(months[best].sales).replace(/\.00$/, '')}
            </text>
          </>
        )}
        {months.map(({ month }, index) => (
          <text
            key={month}
            x={toPercent(index + 0.5)}
            y={BASELINE_Y + 20}
            textAnchor="middle"
            className={index === last ? 'current' : (last - index) % 2 === 1 ? 'every-other' : undefined}
          >
            {formatMonthLabel(month, 'short')}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** Centers the label above its month. Aligns the labels at both ends with the chart's edge. */
function getLabelPosition(index: number, lastIndex: number, toPercent: (columns: number) => string) {
  if (index === 0) return { x: '0', textAnchor: 'start' } as const
  if (index === lastIndex) return { x: '100%', textAnchor: 'end' } as const
  return { x: toPercent(index + 0.5), textAnchor: 'middle' } as const
}

/** Draws a path over the whole width of the chart. Its x axis counts columns. */
function StretchedPath({ columns, d, className }: { columns: number; d: string; className: string }) {
  return (
    <svg viewBox={`0 0 ${columns} ${BASELINE_Y}`} preserveAspectRatio="none" width="100%" height={BASELINE_Y} aria-hidden="true">
      <path d={d} className={className} />
    </svg>
  )
}
