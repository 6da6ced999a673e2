import { useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { isUserError, SERVER_ERROR_MESSAGE } from '#contract/core/user-error.ts'
import { NO_PERMISSION_MESSAGE } from '../page-route.ts'
import { ArrowLink, LinkButton } from '../ui/link-button.tsx'
import { NoindexHead } from './noindex-head.tsx'

/** Replaces a page that failed. It also works without header and footer. */
export function ErrorPage({ suggestedLinks = [] }: { suggestedLinks?: readonly PageLink[] }) {
  const { status, title, explanation, nextLink = HOME_LINK } = getErrorPageCopy(useRouteError())
  const isMissingPage = status === 404 || status === 410
  return (
    <main id="main" tabIndex={-1} className="container grid min-h-96 content-center justify-items-start gap-5 py-16 text-lead">
      <NoindexHead title={title} />
      {status !== NO_RESPONSE_STATUS && <p className="plate">{status}</p>}
      <h1 className="h1" tabIndex={-1}>
        {title}
      </h1>
      {explanation && <p>{explanation}</p>}
      {status === NO_RESPONSE_STATUS ? <RetryButton /> : <LinkButton href={nextLink.href}>{nextLink.text}</LinkButton>}
      {isMissingPage && suggestedLinks.length > 0 && <SuggestedLinks suggestedLinks={suggestedLinks} />}
    </main>
  )
}

/** Links to pages where visitors may find what they wanted, and to the contact page. */
function SuggestedLinks({ suggestedLinks }: { suggestedLinks: readonly PageLink[] }) {
  return (
    <nav aria-labelledby="ways" className="grid gap-2 text-body">
      <p id="ways">You may be looking for one of these:</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {suggestedLinks.map(({ text, href }) => (
          <li key={href}>
            <ArrowLink href={href}>{text}</ArrowLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Reloads the page once the server answers: an earlier reload would show the browser's own error page. */
function RetryButton() {
  const [statusText, setStatusText] = useState('')
  async function retry() {
    setStatusText('Trying…')
    try {
      await fetch('/healthz', { cache: 'no-store' })
      location.reload()
    } catch {
      setStatusText('Still no connection.')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <button type="button" className="button" onClick={() => void retry()}>
        Try again
      </button>
      <p role="status">{statusText}</p>
    </div>
  )
}

/** The status of a call without a reply (`call-over-http.ts`). */
const NO_RESPONSE_STATUS = 0

const HOME_LINK = { href: '/', text: 'Back Home' }

const OFFLINE_MESSAGE =
  'We couldn’t load this page. Check your connection and try again. What you typed on other pages isn’t lost.'

type PageLink = { href: string; text: string }

type ErrorPageCopy = { status: number; title: string; explanation?: string; nextLink?: PageLink }

/** Returns the page's texts. Shows only the message of a `UserError`: other messages may reveal internals. */
function getErrorPageCopy(error: unknown): ErrorPageCopy {
  const status = isUserError(error) || isRouteErrorResponse(error) ? error.status : 500
  const reason = isRouteErrorResponse(error) ? error.data : error
  const userMessage = isUserError(reason) ? reason.message : undefined
  if (status === NO_RESPONSE_STATUS) return { status, title: 'You seem to be offline', explanation: OFFLINE_MESSAGE }
  if (userMessage && status === 403)
    return {
      status,
      title: userMessage,
      ...(userMessage === NO_PERMISSION_MESSAGE && { explanation: 'Only admins of this site can open this page.' }),
      nextLink: { href: '/dashboard', text: 'Go to your dashboard' },
    }
  if (status === 404) return { status, title: 'Page not found', explanation: userMessage ?? 'There’s no page at this address.' }
  if (status === 410) return { status, title: 'This page is gone', explanation: 'We took it down for good.' }
  return { status, title: 'Something went wrong', explanation: userMessage ?? SERVER_ERROR_MESSAGE }
}
