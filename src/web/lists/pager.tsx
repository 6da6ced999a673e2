import type { ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

type Props = {
  /** What is paged, for those who hear the page. */
  listTitle: string
  page: number
  /** The number of the last page. */
  lastPage: number
  /** Where a page is, such as `?page=2`. */
  getPageUrl: (page: number) => string
}

/** Previous, page numbers, Next: plain links, so that Back, a new tab and a browser without script work. */
export function Pager({ listTitle, page, lastPage, getPageUrl }: Props) {
  return (
    <nav aria-label={`Pages of ${listTitle}`} className="pager">
      <PageLink to={page > 1 ? getPageUrl(page - 1) : undefined}>Previous</PageLink>
      <ol>
        {getVisiblePageNumbers(page, lastPage).map((number, index) => (
          // Two gaps differ by their place alone.
          <li key={number === 'gap' ? `gap ${index > 1}` : number}>
            {number === 'gap' ? (
              <span aria-hidden>…</span>
            ) : (
              <PageLink to={getPageUrl(number)} label={`Page ${number}`} isCurrent={number === page}>
                {number}
              </PageLink>
            )}
          </li>
        ))}
      </ol>
      <PageLink to={page < lastPage ? getPageUrl(page + 1) : undefined}>Next</PageLink>
    </nav>
  )
}

type LinkProps = { to: string | undefined; label?: string; isCurrent?: boolean; children: ReactNode }

/** One element whether it leads anywhere or not: the focus stays on Next when it takes the reader to the last page. */
function PageLink({ to, label, isCurrent, children }: LinkProps) {
  const href = useHref(to ?? '')
  const handleClick = useLinkClickHandler<HTMLAnchorElement>(to ?? '', { preventScrollReset: true })
  const isDisabled = to === undefined
  return (
    <a
      role={isDisabled ? 'link' : undefined}
      href={isDisabled ? undefined : href}
      onClick={isDisabled ? undefined : handleClick}
      tabIndex={isDisabled ? -1 : undefined}
      aria-disabled={isDisabled || undefined}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  )
}

/** The page numbers a pager offers: both ends, the neighbours of the current one, and `gap` for what is left out. */
export function getVisiblePageNumbers(current: number, last: number): (number | 'gap')[] {
  const near = [1, current - 1, current, current + 1, last]
  // A gap of a single page takes as much room as its number.
  if (current === 4) near.push(2)
  if (current === last - 3) near.push(last - 1)
  const shown = [...new Set(near)].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
  return shown.flatMap((page, index) => (index > 0 && page - (shown[index - 1] ?? 0) > 1 ? ['gap' as const, page] : [page]))
}
