import type { EndpointResult } from '#contract/core/endpoint.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import type { getVisitTotalsEndpoint } from '#contract/site/visits.ts'
import { LoadErrorPanel } from '../../lists/load-error.tsx'
import type { LoadFailure } from '../../temporary-failures.ts'
import { formatMonthAndDay } from '../shell/calendar-labels.ts'
import { computeAxisTicks } from './chart-geometry.ts'
import { ChartOrTablePanel, type ChartTableColumn } from './chart-or-table-panel.tsx'

type VisitTotalsReply = EndpointResult<typeof getVisitTotalsEndpoint>

const MAX_LISTED_PAGES = 6

const metrics = [
  ['Visits', 'visits'],
  ['Messages', 'messages'],
  ['Orders started', 'ordersStarted'],
  ['Orders paid', 'ordersPaid'],
] as const

const columns: readonly ChartTableColumn<VisitDay>[] = metrics.map(([name, key]) => ({
  name,
  getValue: (day) => formatCount(day[key]),
}))

/** Shows the visits of the last days with the messages and orders they led to (P-153). */
export function VisitsPanel({ visits }: { visits: VisitTotalsReply | LoadFailure }) {
  if ('problem' in visits) return <LoadErrorPanel title="Visits" className="overview-wide" {...visits} />
  const { days, pages } = visits
  const [total = '', ...otherTotals] = metrics.map(([, key]) => formatCount(days.reduce((sum, day) => sum + day[key], 0)))
  return (
    <ChartOrTablePanel
      metric="visits"
      title={`Visits, last ${days.length} days`}
      total={total}
      note="Counted without cookies. Visitors who opt out of tracking aren’t counted."
      period="day"
      rows={days}
      getRowLabel={({ day }) => formatMonthAndDay(day)}
      columns={columns}
      className="visits overview-wide"
    >
      <figure>
        <VisitsChart days={days} />
        <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-help text-muted">
          {metrics.slice(1).map(([name], index) => (
            <span key={name}>
              {name}: <strong className="text-ink">{otherTotals[index]}</strong>
            </span>
          ))}
        </figcaption>
      </figure>
      {pages.length > 0 ? (
        <dl className="most-visited" aria-label="Most visited pages">
          {pages.slice(0, MAX_LISTED_PAGES).map(({ path, visits }) => (
            <div key={path}>
              <dt>{getPageName(path)}</dt>
              <dd>{formatCount(visits)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">No visits in these 30 days.</p>
      )}
    </ChartOrTablePanel>
  )
}

/** Returns the name in the menu, or the path of a record's page. */
function getPageName(path: string): string {
  return publicPages.find((page) => page.path === path)?.name ?? path
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

type VisitDay = EndpointResult<typeof getVisitTotalsEndpoint>['days'][number]

/** In pixels. The highest number stands above the bars, the day labels below. */
const TOP_MARGIN = 16
const PLOT_HEIGHT = 96
const BOTTOM_MARGIN = 26
const BASELINE_Y = TOP_MARGIN + PLOT_HEIGHT

/** Draws a bar per day, with a paler one for today. It fills the width. */
function VisitsChart({ days }: { days: readonly VisitDay[] }) {
  const maxValue = computeAxisTicks(Math.max(0, ...days.map(({ visits }) => visits))).at(-1) ?? 1
  const toPercent = (columns: number) => `${(columns / days.length) * 100}%`
  return (
    <div className="sales-chart" role="img" aria-label={describeVisitsChart(days)}>
      <svg width="44" height={BASELINE_Y + BOTTOM_MARGIN} aria-hidden="true">
        <text x="36" y={TOP_MARGIN + 4} textAnchor="end">
          {maxValue}
        </text>
        <text x="36" y={BASELINE_Y + 4} textAnchor="end">
          0
        </text>
      </svg>
      <svg width="100%" height={BASELINE_Y + BOTTOM_MARGIN} aria-hidden="true">
        <line x2="100%" y1={TOP_MARGIN} y2={TOP_MARGIN} className="grid-line" />
        {days.map(({ day, visits }, index) => {
          const height = (visits / maxValue) * PLOT_HEIGHT
          return <rect key={day} x={toPercent(index + 0.12)} width={toPercent(0.76)} y={BASELINE_Y - height} height={height} />
        })}
        <line x2="100%" y1={BASELINE_Y} y2={BASELINE_Y} className="ground" />
        <text x="0" y={BASELINE_Y + 20}>
          {formatMonthAndDay(days[0]?.day ?? '')}
        </text>
        <text x="100%" y={BASELINE_Y + 20} textAnchor="end" className="current">
          Today
        </text>
      </svg>
    </div>
  )
}

/** Describes the chart for screen readers. */
export function describeVisitsChart(days: readonly VisitDay[]): string {
  const maxValue = Math.max(0, ...days.map(({ visits }) => visits))
  const best = days.findLast(({ visits }) => visits === maxValue)
  const span = `Visits by day, ${formatMonthAndDay(days[0]?.day ?? '')} to ${formatMonthAndDay(days.at(-1)?.day ?? '')}.`
  return maxValue === 0 || !best ? `${span} No visits.` : `${span} Most on ${formatMonthAndDay(best.day)}: ${maxValue}.`
}
