import type { ReactNode } from 'react'
import type { FormAnswer } from '../forms/form-action.ts'
import { ErrorSummary } from '../forms/form-answer.tsx'
import { UnlistedMeta } from '../layout/page-meta.tsx'

type Props = {
  title: string
  /** In the browser's title where it is not the heading: a heading may name no order. */
  documentTitle?: string
  /** The page above this one. */
  above?: { href: string; text: string }
  /** What a form of the page answered. */
  answer?: FormAnswer
  /** The fields of that form. */
  names?: readonly string[]
  /** Something else went wrong. */
  hasProblem?: boolean
  /** Before the heading, such as what was done on the page before. */
  notice?: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  /** As wide as a text that is read, not as the window. */
  isNarrow?: boolean
  children: ReactNode
}

/** What every page of a customer has in common: where it is, what went wrong, its heading. */
export function CustomerPage({ title, documentTitle = title, above, answer, names = [], hasProblem = false, ...rest }: Props) {
  const { notice, aside, isNarrow, children } = rest
  const isRefused = answer?.error !== undefined
  return (
    <main id="main" tabIndex={-1} className={isNarrow ? 'container customer customer-narrow' : 'container customer'}>
      <UnlistedMeta title={documentTitle} hasProblem={isRefused || hasProblem} />
      {isRefused ? <ErrorSummary answer={answer} names={names} /> : notice}
      {above && (
        <nav aria-label="Breadcrumb" className="crumbs">
          <a href={above.href}>{above.text}</a> <span aria-hidden="true">/</span> <span aria-current="page">{title}</span>
        </nav>
      )}
      <div className="customer-head">
        <h1 className="h1">{title}</h1>
        {aside}
      </div>
      {children}
    </main>
  )
}

const stages = ['Your details', 'Pay', 'Receipt']

/** Where somebody is on the way from the order form to the receipt; `current` counts from 1. */
export function Stages({ current }: { current: 1 | 2 | 3 }) {
  return (
    <ol className="stages" aria-label="Steps of an order">
      {stages.map((stage, index) => (
        <li key={stage} aria-current={index + 1 === current ? 'step' : undefined}>
          <span>{index + 1}</span> {stage}
        </li>
      ))}
    </ol>
  )
}
