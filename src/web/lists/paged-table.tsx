import type { ComponentProps, ReactNode } from 'react'
import { PagedPanel } from './paged-panel.tsx'

export type Column<T> = {
  title: string
  /** `number`: the record's place in the whole list, from 1. */
  renderCell: (record: T, number: number) => ReactNode
  /** `name` says which row it is, `figure` takes no more room than it needs, `amount` neither and stands to the right, `act` holds what can be done with the row, `tick` chooses it. */
  kind?: 'name' | 'figure' | 'amount' | 'act' | 'tick'
}

type Props<T extends { _id: string }> = Omit<ComponentProps<typeof PagedPanel<T>>, 'children'> &
  Pick<TableProps<T>, 'columns' | 'getRowMark'>

/** A titled table with its own pager, hydrated or in a document. On a phone every row is a card. */
export function PagedTable<T extends { _id: string }>({ columns, getRowMark, ...panel }: Props<T>) {
  return (
    <PagedPanel {...panel}>
      {(records, firstIndex, heading) => (
        <Table labelledBy={heading} columns={columns} records={records} firstIndex={firstIndex} getRowMark={getRowMark} />
      )}
    </PagedPanel>
  )
}

type TableProps<T> = {
  /** The id of the element that names the table. */
  labelledBy: string
  columns: readonly Column<T>[]
  records: readonly T[]
  /** How many records stand on the pages before. */
  firstIndex: number
  /** What sets a row apart from the others, for the style sheet. */
  getRowMark?: (record: T) => string | undefined
}

// Safari forgets what a table is once its parts are drawn as blocks, as they are on a phone.
const ARIA_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  title: { role: 'columnheader' },
  name: { role: 'rowheader' },
  renderCell: { role: 'cell' },
}

/** The records as a table. */
export function Table<T extends { _id: string }>({ labelledBy, columns, records, firstIndex, getRowMark }: TableProps<T>) {
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
          <tr key={record._id} {...ARIA_ROLES.row} data-mark={getRowMark?.(record)}>
            {columns.map(({ title, kind, renderCell }) => {
              const content = renderCell(record, firstIndex + index + 1)
              return kind === 'name' ? (
                <th key={title} {...ARIA_ROLES.name} scope="row" data-head={title}>
                  {content}
                </th>
              ) : (
                <td key={title} {...ARIA_ROLES.renderCell} data-kind={kind} data-head={title}>
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
