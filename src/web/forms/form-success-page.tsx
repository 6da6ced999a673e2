import type { ReactNode } from 'react'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { SuccessNotice } from './form-messages.tsx'

type Props = {
  heading: string
  /** The message from the call's reply. */
  notice: string
  next: string
  /** The main next step. */
  nextLink?: NextStepHrefAndText
  /** Other links, shown below. */
  children?: ReactNode
}

export type NextStepHrefAndText = { href: string; text: string }

/** Confirms an action, says what happens next, and links to the next step. */
export function FormSuccessPage({ heading, notice, next, nextLink = HOME_LINK, children }: Props) {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <NoindexHead title={heading} />
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

const HOME_LINK: NextStepHrefAndText = { href: '/', text: 'Back Home' }
