import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import type { LoadFailure } from '../temporary-failures.ts'

/** The exact console line of an order list that failed to load (P-189). */
export const ORDERS_LOAD_ERROR_CONSOLE_LINE = 'Error fetching orders:'

type Props = LoadFailure & {
  /** The exact console line (P-189). Pages without React run no effects, so their script logs it. */
  consoleMessage?: string
}

/** Says why content failed to load. Offers to try again if that may help. */
export function LoadErrorMessage({ problem, isFinal, consoleMessage }: Props) {
  const currentLocation = useLocation()
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: P-189 requires the line
    if (consoleMessage) console.error(consoleMessage, problem)
  }, [consoleMessage, problem])
  return (
    <div role="alert" className="list-failed" data-console-message={consoleMessage}>
      <p>{problem}</p>
      {!isFinal && (
        <Link to={currentLocation} replace preventScrollReset>
          Try again
        </Link>
      )}
    </div>
  )
}

/** Renders the same error for a whole panel, with the panel's title. */
export function LoadErrorPanel({ title, className = '', ...failure }: LoadFailure & { title: string; className?: string }) {
  return (
    <section aria-label={title} className={`sheet list-panel ${className}`}>
      <LoadErrorMessage {...failure} />
    </section>
  )
}
