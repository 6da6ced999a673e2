import { isRouteErrorResponse, useRouteError } from 'react-router'
import { isRefusal } from '../../contract/refusal.ts'
import { ArrowLink, LinkButton } from '../ui/link-button.tsx'
import { UnlistedMeta } from './unlisted-meta.tsx'

/** The page that stands in for one that cannot be shown; also without any frame around it. */
export function Problem({ offersHelp = false }) {
  const { status, title, sentence, way = HOME } = problemOf(useRouteError())
  const isLost = status === 404 || status === 410
  return (
    <main id="main" tabIndex={-1} className="container grid min-h-96 content-center justify-items-start gap-5 py-16 text-lead">
      <UnlistedMeta title={title} />
      <p className="plate">{status}</p>
      <h1 className="h1">{title}</h1>
      {sentence && <p>{sentence}</p>}
      <LinkButton href={way.href}>{way.text}</LinkButton>
      {offersHelp && isLost && <ArrowLink href="/contact">Ask us for what you were looking for</ArrowLink>}
    </main>
  )
}

const HOME = { href: '/', text: 'Back Home' }

type Shown = { status: number; title: string; sentence?: string; way?: { href: string; text: string } }

/** Only a refusal's own sentence reaches the page: any other error may tell more than people should know. */
function problemOf(error: unknown): Shown {
  const status = isRefusal(error) || isRouteErrorResponse(error) ? error.status : 500
  const said = isRefusal(error) ? error.message : undefined
  if (said && status === 403) return { status, title: said, way: { href: '/dashboard', text: 'Go to your dashboard' } }
  if (status === 404) return { status, title: 'Page not found', sentence: said ?? 'There is no page at this address.' }
  if (status === 410)
    return { status, title: 'This page is gone', sentence: 'It was taken down for good, and nothing took its place.' }
  return { status, title: 'Something went wrong', sentence: said ?? 'The fault is ours. Please try again in a moment.' }
}
