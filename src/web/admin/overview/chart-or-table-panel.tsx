import type { ReactNode } from 'react'

/** A column of the table with one value per row. */
export type ChartTableColumn<T> = { name: string; getValue: (row: T) => string }

type Props<T> = {
  /** One word, such as `sales`. It is part of ids and labels. */
  metric: string
  title: ReactNode
  total: string
  note: string
  period: 'month' | 'day'
  /** One row per period, the newest last. */
  rows: readonly T[]
  getRowLabel: (row: T) => string
  columns: readonly ChartTableColumn<T>[]
  className?: string
  /** The chart. */
  children: ReactNode
}

/** Shows a total, and its parts over time as a chart or a table. */
export function ChartOrTablePanel<T>({ metric, title, total, note, period, className = '', children, ...table }: Props<T>) {
  const heading = `${metric}-title`
  return (
    <section aria-labelledby={heading} className={`sheet counted ${className}`}>
      <div className="flex flex-wrap items-start justify-between gap-4 p-4 md:p-5">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={heading} className="text-muted">
            {title}
          </h2>
          <p className="text-[2.75rem] leading-tight font-[550] tracking-[-0.035em] tabular-nums">{total}</p>
          <p className="text-muted">{note}</p>
        </div>
        {/* Radio buttons work with the arrow keys. */}
        <fieldset className="switch">
          <legend className="sr-only">
            Show the {metric} by {period} as
          </legend>
          <label>
            <input type="radio" name={`${metric}-as`} value="chart" defaultChecked />
            Chart
          </label>
          <label>
            <input type="radio" name={`${metric}-as`} value="table" />
            Table
          </label>
        </fieldset>
      </div>
      <div className="as-chart">{children}</div>
      <FigureTable heading={heading} firstColumnTitle={period === 'month' ? 'Month' : 'Day'} {...table} />
    </section>
  )
}

type TableProps<T> = Pick<Props<T>, 'rows' | 'getRowLabel' | 'columns'> & { heading: string; firstColumnTitle: string }

/** Shows the newest row first. */
function FigureTable<T>({ heading, firstColumnTitle, rows, getRowLabel, columns }: TableProps<T>) {
  return (
    <div className="as-table">
      <table className="list" aria-labelledby={heading}>
        <thead>
          <tr>
            <th scope="col">{firstColumnTitle}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" data-kind="amount">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={getRowLabel(row)}>
              <th scope="row">{getRowLabel(row)}</th>
              {columns.map(({ name, getValue }) => (
                <td key={name} data-kind="amount" data-head={name}>
                  {getValue(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
