import { type ComponentProps, type ReactNode, useId } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { LoadErrorMessage } from './load-error.tsx'
import { getLastPageNumber, type LoadedListPage } from './load-list-page.ts'
import { Pager } from './pager.tsx'

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

type PagedPanelProps<T> = {
  /** The list's fragment in the URL. A page without React reloads for each page of the list and returns to it. */
  id?: string
  title: string
  list: LoadedListPage<T>
  /** Returns the URL of a page of this list, such as `?page=2`; without React `?page=2#id`. */
  getPageUrl: (page: number) => string
  /** Shown instead of an empty list. */
  emptyContent: ReactNode
  /** Shown beside the title. */
  aside?: ReactNode
  /** The exact console line if the list fails to load (P-189). Without React, the script logs it. */
  consoleMessage?: string
  /** Renders the records. `firstIndex`: how many records earlier pages have. `heading`: the id of the list's heading. */
  children: (records: readonly T[], firstIndex: number, heading: string) => ReactNode
}

/** Renders a titled list with its pager. Loading, empty and failed lists look different (P-187). */
export function PagedPanel<T>({
  id,
  title,
  list,
  getPageUrl,
  emptyContent,
  aside,
  consoleMessage,
  children,
}: PagedPanelProps<T>) {
  const heading = useId()
  const isLoading = useIsLoading()
  const isFailed = 'problem' in list
  return (
    <section id={id} aria-labelledby={heading} aria-busy={isLoading} className="sheet list-panel">
      <header>
        <h2 id={heading}>{title}</h2>
        {aside}
      </header>
      {isFailed ? (
        <LoadErrorMessage {...list} consoleMessage={consoleMessage} />
      ) : list.records.length === 0 ? (
        <div className="list-empty" tabIndex={-1}>
          {emptyContent}
        </div>
      ) : (
        children(list.records, (list.page - 1) * list.size, heading)
      )}
      <footer>
        <p role="status">{isLoading ? 'Loading…' : isFailed ? '' : formatRange(list.page, list.size, list.total)}</p>
        {!isFailed && list.total > 0 && (
          <Pager listTitle={title} page={list.page} lastPage={getLastPageNumber(list.total, list.size)} getPageUrl={getPageUrl} />
        )}
      </footer>
    </section>
  )
}

/** Returns whether another page of a list on this screen is loading. */
function useIsLoading(): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return location?.pathname === pathname
}

function formatRange(page: number, size: number, total: number): string {
  if (total === 0) return ''
  const first = (page - 1) * size + 1
  const last = Math.min(total, page * size)
  return first === last ? `${first} of ${total}` : `${first} to ${last} of ${total}`
}
