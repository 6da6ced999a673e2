import type { ReplyOf } from '../../../contract/endpoint.ts'
import { publicPages } from '../../../contract/public-pages.ts'
import type { visitTotals } from '../../../contract/visits.ts'
import type { LoadFailure } from '../../lists/list-page.ts'
import { FailedPanel } from '../../lists/load-failed.tsx'
import { dayName } from '../parts/months.ts'
import { type CountedDay, VisitsChart } from './visits-chart.tsx'

export type VisitCounts = ReplyOf<typeof visitTotals>

/** How many of the pages are named beside the chart. */
const NAMED_PAGES = 6

/** How often the pages were visited in the last days, and what came of it, as a chart or a table. */
export function VisitsPanel({ visits }: { visits: VisitCounts | LoadFailure }) {
  if ('problem' in visits) return <FailedPanel title="Visits" className="overview-wide" {...visits} />
  const { days, pages } = visits
  const total = (name: Exclude<keyof CountedDay, 'day'>) => days.reduce((sum, day) => sum + day[name], 0)
  const facts = [
    ['Messages', total('messages')],
    ['Orders started', total('ordersStarted')],
    ['Orders paid', total('ordersPaid')],
  ] as const
  return (
    <section aria-labelledby="visits-title" className="sheet counted visits overview-wide">
      <div className="flex flex-wrap items-start justify-between gap-4 p-4 md:p-5">
        <div>
          <h2 id="visits-title" className="text-muted">
            Visits, last {days.length} days
          </h2>
          <p className="text-[2.75rem] leading-tight font-[550] tracking-[-0.035em] tabular-nums">{number(total('visits'))}</p>
          <p className="text-muted">Counted without cookies. Whoever asks not to be tracked is left out.</p>
        </div>
        <fieldset className="switch">
          <legend className="sr-only">Show the visits by day as</legend>
          <label>
            <input type="radio" name="visits-as" value="chart" defaultChecked />
            Chart
          </label>
          <label>
            <input type="radio" name="visits-as" value="table" />
            Table
          </label>
        </fieldset>
      </div>
      <div className="as-chart">
        <figure>
          <VisitsChart days={days} />
          <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-help text-muted">
            {facts.map(([name, count]) => (
              <span key={name}>
                {name}: <strong className="text-ink">{number(count)}</strong>
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
      </div>
      <VisitsTable days={days} />
    </section>
  )
}

/** The newest day first. */
function VisitsTable({ days }: { days: readonly CountedDay[] }) {
  return (
    <div className="as-table">
      <table className="list" aria-labelledby="visits-title">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map(([name]) => (
              <th key={name} scope="col" data-kind="amount">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayName(day.day)}</th>
              {columns.map(([name, of]) => (
                <td key={name} data-kind="amount" data-head={name}>
                  {number(of(day))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const columns: readonly (readonly [string, (day: CountedDay) => number])[] = [
  ['Visits', ({ visits }) => visits],
  ['Messages', ({ messages }) => messages],
  ['Orders started', ({ ordersStarted }) => ordersStarted],
  ['Orders paid', ({ ordersPaid }) => ordersPaid],
]

/** As the menu calls it; a page of a record by its address. */
function pageName(path: string): string {
  return publicPages.find((page) => page.path === path)?.name ?? path
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}
