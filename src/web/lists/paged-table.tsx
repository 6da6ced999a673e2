import type { ComponentProps, ReactNode } from 'react'
import { PagedPanel } from './paged-panel.tsx'

export type Column<T> = {
  title: string
  /** `number`: the record's position in the whole list, from 1. */
  renderCell: (record: T, number: number) => ReactNode
  /** `name`: the row's header. `figure`: as narrow as its content. `amount`: right-aligned. `actions`: the row's buttons and links. `tick`: its checkbox. */
  kind?: 'name' | 'figure' | 'amount' | 'actions' | 'tick'
}

type Props<T extends { _id: string }> = Omit<ComponentProps<typeof PagedPanel<T>>, 'children'> &
  Pick<TableProps<T>, 'columns' | 'getRowMark'>

/** Renders a titled table with its pager. On a phone, every row is a card. */
export function PagedTable<T extends { _id: string }>({ columns, getRowMark, ...panel }: Props<T>) {
  return (
    <PagedPanel {...panel}>
      {(records, firstIndex, heading) => (
        <DataTable labelledBy={heading} columns={columns} records={records} firstIndex={firstIndex} getRowMark={getRowMark} />
      )}
    </PagedPanel>
  )
}

type TableProps<T> = {
  /** The id of the table's heading. */
  labelledBy: string
  columns: readonly Column<T>[]
  records: readonly T[]
  /** How many records earlier pages have. The default is 0. */
  firstIndex?: number
  /** Returns the mark that the stylesheet uses to highlight a row. */
  getRowMark?: (record: T) => string | undefined
}

// Safari drops table semantics when CSS displays table parts as blocks, as on a phone.
const ARIA_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  title: { role: 'columnheader' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
}

export function DataTable<T extends { _id: string }>({
  labelledBy,
  columns,
  records,
  firstIndex = 0,
  getRowMark,
}: TableProps<T>) {
  return (
    <table {...ARIA_ROLES.table} aria-labelledby={labelledBy} className="list">
      <thead {...ARIA_ROLES.group}>
        <tr {...ARIA_ROLES.row}>
          {columns.map(({ title, kind }) => (
            <th key={title} {...ARIA_ROLES.title} scope="col" data-kind={kind}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ARIA_ROLES.group}>
        {records.map((record, index) => (
          <tr key={record._id} {...ARIA_ROLES.row} data-row-mark={getRowMark?.(record)}>
            {columns.map(({ title, kind, renderCell }) => {
              const content = renderCell(record, firstIndex + index + 1)
              return kind === 'name' ? (
                <th key={title} {...ARIA_ROLES.name} scope="row" data-head={title}>
                  {content}
                </th>
              ) : (
                <td key={title} {...ARIA_ROLES.cell} data-kind={kind} data-head={title}>
                  {content}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
