import type { ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

type Props = {
  /** Names the pager for screen readers. */
  listTitle: string
  page: number
  lastPage: number
  /** Returns the URL of a page, such as `?page=2`. */
  getPageUrl: (page: number) => string
}

/** Renders Previous, page numbers and Next as plain links. Back, new tabs and browsers without script work (P-186). */
export function Pager({ listTitle, page, lastPage, getPageUrl }: Props) {
  return (
    <nav aria-label={`Pages of ${listTitle}`} className="pager">
      <PageLink to={page > 1 ? getPageUrl(page - 1) : undefined}>Previous</PageLink>
      <ol>
        {getVisiblePageNumbers(page, lastPage).map((number, index) => (
          // Two gaps differ only by position.
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

/** Renders a link even without a target: on the last page, the focus stays on Next. */
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

/** Returns the page numbers to show: both ends, the neighbors of the current page, and `gap` for the rest. */
export function getVisiblePageNumbers(current: number, last: number): (number | 'gap')[] {
  const candidates = [1, current - 1, current, current + 1, last]
  // A gap of one page would take as much space as its number.
  if (current === 4) candidates.push(2)
  if (current === last - 3) candidates.push(last - 1)
  const visiblePages = [...new Set(candidates)].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
  return visiblePages.flatMap((page, index) =>
    index > 0 && page - (visiblePages[index - 1] ?? 0) > 1 ? ['gap' as const, page] : [page],
  )
}
