import type { ReactNode } from 'react'
import type { FormAnswer } from '../forms/form-action.ts'
import { ErrorSummary } from '../forms/form-messages.tsx'
import { NoindexMeta } from '../layout/noindex-meta.tsx'

type Props = {
  title: string
  /** In the browser's title where it is not the heading: a heading may name no order. */
  documentTitle?: string
  /** The page above this one. */
  parentPage?: { href: string; text: string }
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
export function CustomerPage({
  title,
  documentTitle = title,
  parentPage,
  answer,
  names = [],
  hasProblem = false,
  ...rest
}: Props) {
  const { notice, aside, isNarrow, children } = rest
  const hasError = answer?.error !== undefined
  return (
    <main id="main" tabIndex={-1} className={isNarrow ? 'container customer customer-narrow' : 'container customer'}>
      <NoindexMeta title={documentTitle} hasProblem={hasError || hasProblem} />
      {hasError ? <ErrorSummary answer={answer} names={names} /> : notice}
      {parentPage && (
        <nav aria-label="Breadcrumb" className="crumbs">
          <a href={parentPage.href}>{parentPage.text}</a> <span aria-hidden="true">/</span>{' '}
          <span aria-current="page">{title}</span>
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

const orderSteps = ['Your details', 'Pay', 'Receipt']

/** Where somebody is on the way from the order form to the receipt; `current` counts from 1. */
export function OrderSteps({ current }: { current: 1 | 2 | 3 }) {
  return (
    <ol className="stages" aria-label="Steps of an order">
      {orderSteps.map((step, index) => (
        <li key={step} aria-current={index + 1 === current ? 'step' : undefined}>
          <span>{index + 1}</span> {step}
        </li>
      ))}
    </ol>
  )
}
