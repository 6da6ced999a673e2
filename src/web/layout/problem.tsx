import { isRouteErrorResponse, useRouteError } from 'react-router'
import { BRAND } from '../../contract/business.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { LinkButton } from '../ui/link-button.tsx'

/** The page that stands in for one that cannot be shown; also without any frame around it. */
export function Problem() {
  const { status, title, sentence, way } = problemOf(useRouteError())
  return (
    <main id="main" tabIndex={-1} className="container grid min-h-96 content-center justify-items-start gap-5 py-16 text-lead">
      <title>{`${title} | ${BRAND}`}</title>
      <meta name="robots" content="noindex" />
      <p className="plate">{status}</p>
      <h1 className="h1">{title}</h1>
      {sentence && <p>{sentence}</p>}
      <LinkButton href={way.href}>{way.text}</LinkButton>
    </main>
  )
}

const HOME = { href: '/', text: 'Back Home' }

/** Only a refusal's own sentence reaches the page: any other error may tell more than people should know. */
function problemOf(error: unknown) {
  const status = isRefusal(error) || isRouteErrorResponse(error) ? error.status : 500
  if (isRefusal(error) && status === 403) {
    return { status, title: error.message, way: { href: '/dashboard', text: 'Go to your dashboard' } }
  }
  if (status === 404) {
    const sentence = isRefusal(error) ? error.message : 'There is no page at this address.'
    return { status, title: 'Page not found', sentence, way: HOME }
  }
  const sentence = isRefusal(error) ? error.message : 'The fault is ours. Please try again in a moment.'
  return { status, title: 'Something went wrong', sentence, way: HOME }
}
