import type { EndpointResult } from '../../../contract/core/endpoint.ts'
import { publicPages } from '../../../contract/core/public-pages.ts'
import type { getVisitTotalsEndpoint } from '../../../contract/site/visits.ts'
import { LoadErrorPanel } from '../../lists/load-error.tsx'
import type { LoadFailure } from '../../temporary-failures.ts'
import { formatMonthAndDay } from '../shell/month-and-day-labels.ts'
import { ChartOrTablePanel, type ChartTableColumn } from './chart-or-table-panel.tsx'
import { type VisitDay, VisitsChart } from './visits-chart.tsx'

export type VisitTotalsReply = EndpointResult<typeof getVisitTotalsEndpoint>

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
