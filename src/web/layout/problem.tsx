import { useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { isRefusal, OUR_FAULT } from '../../contract/grammar/refusal.ts'
import { ArrowLink, LinkButton } from '../ui/link-button.tsx'
import { UnlistedMeta } from './page-meta.tsx'

/** The page that stands in for one that cannot be shown; also without any frame around it. */
export function Problem({ ways = [] }: { ways?: readonly Way[] }) {
  const { status, title, sentence, way = HOME } = problemOf(useRouteError())
  const isLost = status === 404 || status === 410
  return (
    <main id="main" tabIndex={-1} className="container grid min-h-96 content-center justify-items-start gap-5 py-16 text-lead">
      <UnlistedMeta title={title} />
      {status !== UNANSWERED && <p className="plate">{status}</p>}
      <h1 className="h1" tabIndex={-1}>
        {title}
      </h1>
      {sentence && <p>{sentence}</p>}
      {status === UNANSWERED ? <TryAgain /> : <LinkButton href={way.href}>{way.text}</LinkButton>}
      {isLost && ways.length > 0 && <OtherWays ways={ways} />}
    </main>
  )
}

/** Where people who came for something may find it, and whom they can ask. */
function OtherWays({ ways }: { ways: readonly Way[] }) {
  return (
    <nav aria-labelledby="ways" className="grid gap-2 text-body">
      <p id="ways">You may be looking for one of these:</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {ways.map(({ text, href }) => (
          <li key={href}>
            <ArrowLink href={href}>{text}</ArrowLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Loads the page anew once there is an answer; before, the browser's own error page would take the place of this one. */
function TryAgain() {
  const [word, setWord] = useState('')
  async function retry() {
    setWord('Trying…')
    try {
      await fetch('/healthz', { cache: 'no-store' })
      location.reload()
    } catch {
      setWord('There is no connection yet.')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <button type="button" className="button" onClick={() => void retry()}>
        Try again
      </button>
      <p role="status">{word}</p>
    </div>
  )
}

/** The status of a call without an answer (`call.ts`). */
const UNANSWERED = 0

const HOME = { href: '/', text: 'Back Home' }

const OFFLINE = 'This page could not be loaded. Check your connection and try again; what you typed elsewhere is not lost.'

type Way = { href: string; text: string }

type Shown = { status: number; title: string; sentence?: string; way?: Way }

/** Only a refusal's own sentence reaches the page: any other error may tell more than people should know. */
function problemOf(error: unknown): Shown {
  const status = isRefusal(error) || isRouteErrorResponse(error) ? error.status : 500
  const said = isRefusal(error) ? error.message : undefined
  if (status === UNANSWERED) return { status, title: 'You seem to be offline', sentence: OFFLINE }
  if (said && status === 403) return { status, title: said, way: { href: '/dashboard', text: 'Go to your dashboard' } }
  if (status === 404) return { status, title: 'Page not found', sentence: said ?? 'There is no page at this address.' }
  if (status === 410)
    return { status, title: 'This page is gone', sentence: 'It was taken down for good, and nothing took its place.' }
  return { status, title: 'Something went wrong', sentence: said ?? OUR_FAULT }
}
