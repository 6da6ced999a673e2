import type { ReplyOf } from '../../../contract/grammar/endpoint.ts'
import { publicPages } from '../../../contract/grammar/public-pages.ts'
import type { visitTotals } from '../../../contract/site/visits.ts'
import type { LoadFailure } from '../../lists/list-page.ts'
import { FailedPanel } from '../../lists/load-failed.tsx'
import { dayName } from '../shell/months.ts'
import { type Column, CountedPanel } from './counted-panel.tsx'
import { type CountedDay, VisitsChart } from './visits-chart.tsx'

export type VisitCounts = ReplyOf<typeof visitTotals>

/** How many of the pages are named beside the chart. */
const NAMED_PAGES = 6

const counted = [
  ['Visits', 'visits'],
  ['Messages', 'messages'],
  ['Orders started', 'ordersStarted'],
  ['Orders paid', 'ordersPaid'],
] as const

const columns: readonly Column<CountedDay>[] = counted.map(([name, of]) => ({ name, of: (day) => number(day[of]) }))

/** How often the pages were visited in the last days, and what came of it, as a chart or a table. */
export function VisitsPanel({ visits }: { visits: VisitCounts | LoadFailure }) {
  if ('problem' in visits) return <FailedPanel title="Visits" className="overview-wide" {...visits} />
  const { days, pages } = visits
  const [total = '', ...facts] = counted.map(([, of]) => number(days.reduce((sum, day) => sum + day[of], 0)))
  return (
    <CountedPanel
      what="visits"
      title={`Visits, last ${days.length} days`}
      total={total}
      note="Counted without cookies. Whoever asks not to be tracked is left out."
      by="day"
      rows={days}
      nameOf={({ day }) => dayName(day)}
      columns={columns}
      className="visits overview-wide"
    >
      <figure>
        <VisitsChart days={days} />
        <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-help text-muted">
          {counted.slice(1).map(([name], nth) => (
            <span key={name}>
              {name}: <strong className="text-ink">{facts[nth]}</strong>
            </span>
          ))}
        </figcaption>
      </figure>
      {pages.length > 0 ? (
        <dl className="most-visited" aria-label="Most visited pages">
          {pages.slice(0, NAMED_PAGES).map(({ path, visits }) => (
            <div key={path}>
              <dt>{pageName(path)}</dt>
              <dd>{number(visits)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">Nobody has visited the pages in these days.</p>
      )}
    </CountedPanel>
  )
}

/** As the menu calls it; a page of a record by its address. */
function pageName(path: string): string {
  return publicPages.find((page) => page.path === path)?.name ?? path
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}
