import { Link, useLocation } from 'react-router'
import type { LoadFailure } from './list-page.ts'

type Props = LoadFailure & {
  /** What the browser's console is told (spec section 8); by the script of documents. */
  log?: string
}

/** In the place of what could not be read now: why, and the way to try again where that may help. */
export function LoadFailed({ problem, isFinal, log }: Props) {
  const here = useLocation()
  return (
    <div role="alert" className="list-failed" data-log={log}>
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
export function FailedPanel({ title, className = '', ...failure }: LoadFailure & { title: string; className?: string }) {
  return (
    <section aria-label={title} className={`sheet list-panel ${className}`}>
      <LoadFailed {...failure} />
    </section>
  )
}
