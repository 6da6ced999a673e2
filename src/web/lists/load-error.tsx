import { Link, useLocation } from 'react-router'
import type { LoadFailure } from './load-list-page.ts'

type Props = LoadFailure & {
  /** What the browser's console is told (P-189); by the script of documents. */
  consoleMessage?: string
}

/** In the place of what could not be read now: why, and the way to try again where that may help. */
export function LoadError({ problem, isFinal, consoleMessage }: Props) {
  const here = useLocation()
  return (
    <div role="alert" className="list-failed" data-log={consoleMessage}>
      <p>{problem}</p>
      {!isFinal && (
        <Link to={here} replace preventScrollReset>
          Try again
        </Link>
      )}
    </div>
  )
}

/** The same for a whole panel of a screen, which is named all the same. */
export function LoadErrorPanel({ title, className = '', ...failure }: LoadFailure & { title: string; className?: string }) {
  return (
    <section aria-label={title} className={`sheet list-panel ${className}`}>
      <LoadError {...failure} />
    </section>
  )
}
