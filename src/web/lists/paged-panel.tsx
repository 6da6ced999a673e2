import { type ReactNode, useId } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { LoadError } from './load-error.tsx'
import { getLastPageNumber, type LoadedListPage } from './load-list-page.ts'
import { Pager } from './pager.tsx'

type Props<T> = {
  /** Names the list in the page's address: a document, which is loaded anew for each page, comes back to it. */
  id?: string
  title: string
  list: LoadedListPage<T>
  /** Where a page of this list is, such as `?page=2`; in a document `?page=2#id`. */
  getPageUrl: (page: number) => string
  /** Instead of the records while there are none. */
  emptyContent: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  /** What the browser's console is told where the list cannot be read (P-189); by the script of documents. */
  consoleMessage?: string
  /** The records; how many stand on the pages before, and the id of the element that names the list. */
  children: (records: readonly T[], firstIndex: number, heading: string) => ReactNode
}

/** A titled list with its own pager; loading, empty and failed each look different. */
export function PagedPanel<T>({ id, title, list, getPageUrl, emptyContent, aside, consoleMessage, children }: Props<T>) {
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
        <LoadError {...list} consoleMessage={consoleMessage} />
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

/** While another page of a list on this screen is on its way. */
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
