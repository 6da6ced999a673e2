import type { ReactNode } from 'react'
import { NoindexMeta } from '../layout/noindex-meta.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { SuccessNotice } from './form-messages.tsx'

type Props = {
  heading: string
  /** What was done, as the call said it. */
  notice: string
  next: string
  /** The one next step. */
  nextLink?: NextLink
  /** Below it, for whoever wants something else. */
  children?: ReactNode
}

export type NextLink = { href: string; text: string }

/** Tells people that what they did has arrived, what happens next, and where to go from here. */
export function Acknowledgement({ heading, notice, next, nextLink = HOME_LINK, children }: Props) {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <NoindexMeta title={heading} />
      <h1 className="h1">{heading}</h1>
      <SuccessNotice notice={notice} />
      <p className="lead">{next}</p>
      <LinkButton href={nextLink.href}>{nextLink.text}</LinkButton>
      {children}
      {nextLink.href !== HOME_LINK.href && (
        <p className="elsewhere">
          <a href={HOME_LINK.href}>{HOME_LINK.text}</a>
        </p>
      )}
    </main>
  )
}

const HOME_LINK: NextLink = { href: '/', text: 'Back Home' }
