import { type ReactNode, useId } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { LoadErrorMessage } from './load-error.tsx'
import { getLastPageNumber, type LoadedListPage } from './load-list-page.ts'
import { Pager } from './pager.tsx'

type Props<T> = {
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
