import { UnlistedMeta } from '../layout/page-meta.tsx'
import { LinkButton } from '../ui/link-button.tsx'

type Props = {
  notice: string
  next: string
  /** Where people go from here. */
  way?: Way
}

export type Way = { href: string; text: string }

/** Tells people that what they sent has arrived, and what happens next. */
export function Acknowledgement({ notice, next, way = { href: '/', text: 'Back Home' } }: Props) {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={notice} />
      <h1 className="h1">{notice}</h1>
      <p className="lead">{next}</p>
      <LinkButton href={way.href}>{way.text}</LinkButton>
    </main>
  )
}
