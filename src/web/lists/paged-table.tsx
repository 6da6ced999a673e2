import type { ComponentProps, ReactNode } from 'react'
import { PagedPanel } from './paged-panel.tsx'

export type Column<T> = {
  head: string
  /** `number`: the record's place in the whole list, from 1. */
  cell: (record: T, number: number) => ReactNode
  /** `name` says which row it is, `figure` takes no more room than it needs, `amount` neither and stands to the right, `act` holds what can be done with the row, `tick` chooses it. */
  kind?: 'name' | 'figure' | 'amount' | 'act' | 'tick'
}

type Props<T extends { _id: string }> = Omit<ComponentProps<typeof PagedPanel<T>>, 'children'> &
  Pick<TableProps<T>, 'columns' | 'markOf'>

/** A titled table with its own pager, hydrated or in a document. On a phone every row is a card. */
export function PagedTable<T extends { _id: string }>({ columns, markOf, ...panel }: Props<T>) {
  return (
    <PagedPanel {...panel}>
      {(records, before, heading) => (
        <Table labelledBy={heading} columns={columns} records={records} before={before} markOf={markOf} />
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
  before: number
  /** What sets a row apart from the others, for the style sheet. */
  markOf?: (record: T) => string | undefined
}

// Safari forgets what a table is once its parts are drawn as blocks, as they are on a phone.
const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
}

/** The records as a table. */
export function Table<T extends { _id: string }>({ labelledBy, columns, records, before, markOf }: TableProps<T>) {
  return (
    <table {...AS.table} aria-labelledby={labelledBy} className="list">
      <thead {...AS.group}>
        <tr {...AS.row}>
          {columns.map(({ head, kind }) => (
            <th key={head} {...AS.head} scope="col" data-kind={kind}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.group}>
        {records.map((record, index) => (
          <tr key={record._id} {...AS.row} data-mark={markOf?.(record)}>
            {columns.map(({ head, kind, cell }) => {
              const content = cell(record, before + index + 1)
              return kind === 'name' ? (
                <th key={head} {...AS.name} scope="row" data-head={head}>
                  {content}
                </th>
              ) : (
                <td key={head} {...AS.cell} data-kind={kind} data-head={head}>
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
