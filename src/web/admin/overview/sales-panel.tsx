import type { ReplyOf } from '../../../contract/endpoint.ts'
import { dollarsAndCents } from '../../../contract/money.ts'
import type { salesTotals } from '../../../contract/orders.ts'
import type { LoadFailure } from '../../lists/list-page.ts'
import { FailedPanel } from '../../lists/load-failed.tsx'
import { monthName } from '../parts/months.ts'
import { bestMonth, type Month } from './chart.ts'
import { SalesChart } from './sales-chart.tsx'

export type Sales = ReplyOf<typeof salesTotals>

/** Total Sales (spec section 9), and the last twelve months as a chart or a table. */
export function SalesPanel({ sales }: { sales: Sales | LoadFailure }) {
  if ('problem' in sales) return <FailedPanel title="Total Sales" {...sales} />
  const { months } = sales
  const current = months.at(-1)
  const isEmpty = bestMonth(months) === -1
  return (
    <section aria-labelledby="sales-title" className="sheet counted">
      <div className="flex flex-wrap items-start justify-between gap-4 p-4 md:p-5">
        <div>
          <h2 id="sales-title" className="text-muted">
            Total Sales
          </h2>
          <p className="text-[2.75rem] leading-tight font-[550] tracking-[-0.035em] tabular-nums">
            {dollarsAndCents(sales.sales)}
          </p>
          <p className="text-muted">Paid orders. Refunded: {dollarsAndCents(sales.returned)}</p>
        </div>
        {/* Two boxes to choose from need no script, and work with the arrow keys. */}
        <fieldset className="switch">
          <legend className="sr-only">Show the sales by month as</legend>
          <label>
            <input type="radio" name="sales-as" value="chart" defaultChecked />
            Chart
          </label>
          <label>
            <input type="radio" name="sales-as" value="table" />
            Table
          </label>
        </fieldset>
      </div>
      <figure className="as-chart">
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
      <SalesTable months={months} />
    </section>
  )
}

/** The newest month first. */
function SalesTable({ months }: { months: readonly Month[] }) {
  return (
    <div className="as-table">
      <table className="list" aria-labelledby="sales-title">
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" data-kind="amount">
              Orders
            </th>
            <th scope="col" data-kind="amount">
              Paid sales
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, sales, orders }) => (
            <tr key={month}>
              <th scope="row">{monthName(month, 'long')}</th>
              <td data-kind="amount" data-head="Orders">
                {orders}
              </td>
              <td data-kind="amount" data-head="Paid sales">
                {dollarsAndCents(sales)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
