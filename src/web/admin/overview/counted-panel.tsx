import type { ReactNode } from 'react'

/** One amount of each row of the table. */
export type Column<T> = { name: string; of: (row: T) => string }

type Props<T> = {
  /** What is counted, in one word: names the parts of the panel. */
  what: string
  title: ReactNode
  total: string
  note: string
  /** One row for each of these, the newest last. */
  by: 'month' | 'day'
  rows: readonly T[]
  nameOf: (row: T) => string
  columns: readonly Column<T>[]
  className?: string
  /** The rows as a chart. */
  children: ReactNode
}

/** A total, and what it is made of by time, as a chart or as the table behind it. */
export function CountedPanel<T>({ what, title, total, note, by, className = '', children, ...table }: Props<T>) {
  const heading = `${what}-title`
  return (
    <section aria-labelledby={heading} className={`sheet counted ${className}`}>
      <div className="flex flex-wrap items-start justify-between gap-4 p-4 md:p-5">
        <div>
          <h2 id={heading} className="text-muted">
            {title}
          </h2>
          <p className="text-[2.75rem] leading-tight font-[550] tracking-[-0.035em] tabular-nums">{total}</p>
          <p className="text-muted">{note}</p>
        </div>
        {/* Two boxes to choose from need no script, and work with the arrow keys. */}
        <fieldset className="switch">
          <legend className="sr-only">
            Show the {what} by {by} as
          </legend>
          <label>
            <input type="radio" name={`${what}-as`} value="chart" defaultChecked />
            Chart
          </label>
          <label>
            <input type="radio" name={`${what}-as`} value="table" />
            Table
          </label>
        </fieldset>
      </div>
      <div className="as-chart">{children}</div>
      <CountedTable heading={heading} first={by === 'month' ? 'Month' : 'Day'} {...table} />
    </section>
  )
}

type TableProps<T> = Pick<Props<T>, 'rows' | 'nameOf' | 'columns'> & { heading: string; first: string }

/** The newest row first. */
function CountedTable<T>({ heading, first, rows, nameOf, columns }: TableProps<T>) {
  return (
    <div className="as-table">
      <table className="list" aria-labelledby={heading}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" data-kind="amount">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={nameOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {columns.map(({ name, of }) => (
                <td key={name} data-kind="amount" data-head={name}>
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
