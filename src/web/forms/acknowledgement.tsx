import type { ReactNode } from 'react'
import { UnlistedMeta } from '../layout/page-meta.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { SuccessNotice } from './form-answer.tsx'

type Props = {
  heading: string
  /** What was done, as the call said it. */
  notice: string
  next: string
  /** The one next step. */
  way?: Way
  /** Below it, for whoever wants something else. */
  children?: ReactNode
}

export type Way = { href: string; text: string }

/** Tells people that what they did has arrived, what happens next, and where to go from here. */
export function Acknowledgement({ heading, notice, next, way = HOME, children }: Props) {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={heading} />
      <h1 className="h1">{heading}</h1>
      <SuccessNotice notice={notice} />
      <p className="lead">{next}</p>
      <LinkButton href={way.href}>{way.text}</LinkButton>
      {children}
      {way.href !== HOME.href && (
        <p className="elsewhere">
          <a href={HOME.href}>{HOME.text}</a>
        </p>
      )}
    </main>
  )
}

const HOME: Way = { href: '/', text: 'Back Home' }
