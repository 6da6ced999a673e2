import { BRAND } from '../../contract/business.ts'
import { LinkButton } from '../ui/link-button.tsx'

/** Tells people that what they sent has arrived, and what happens next. */
export function Acknowledgement({ notice, next }: { notice: string; next: string }) {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <title>{`${notice} | ${BRAND}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="h1">{notice}</h1>
      <p className="lead">{next}</p>
      <LinkButton href="/">Back Home</LinkButton>
    </main>
  )
}
