import type { ReactNode } from 'react'
import { formatDate, formatDateTimeWithZone } from '#contract/core/format-date-time.ts'
import type { FormAnswer } from '../forms/form-action.ts'
import { ErrorSummary } from '../forms/form-messages.tsx'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { useBusinessFacts } from '../layout/use-site-frame-content.ts'

type Props = {
  title: string
  /** The browser's title, if it isn't the heading. */
  documentTitle?: string
  /** The page above this one. */
  parentPage?: { href: string; text: string }
  answer?: FormAnswer
  /** The fields of the form that was answered. */
  names?: readonly string[]
  /** Something failed that isn't a form. */
  hasProblem?: boolean
  /** Shown above the heading, such as the result of the previous page. */
  notice?: ReactNode
  /** Shown beside the heading. */
  aside?: ReactNode
  /** Limits the page to a readable line length. */
  isNarrow?: boolean
  children: ReactNode
}

/** Renders the frame of every customer page: breadcrumb, error summary and heading. */
export function CustomerPageFrame({
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
      <NoindexHead title={documentTitle} hasProblem={hasError || hasProblem} />
      {hasError ? <ErrorSummary answer={answer} names={names} /> : notice}
      {parentPage && (
        <nav aria-label="Breadcrumb" className="breadcrumbs">
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

/** Shows a moment (epoch ms) in the business's time zone, with the zone's name. */
export function FormattedBusinessTime({ at }: { at: number }) {
  const { timeZone } = useBusinessFacts()
  return <time dateTime={new Date(at).toISOString()}>{formatDateTimeWithZone(timeZone, at)}</time>
}

/** Shows the day of a moment (epoch ms) in the business's time zone. */
export function FormattedBusinessDate({ at }: { at: number }) {
  const { timeZone } = useBusinessFacts()
  return <time dateTime={new Date(at).toISOString()}>{formatDate(timeZone, at)}</time>
}

type DetailListProps = { details: readonly (readonly [name: string, value: ReactNode] | false | undefined)[] }

/** Lists names with their values. Skips entries that are false or undefined. */
export function DetailList({ details }: DetailListProps) {
  return (
    <dl className="facts">
      {details.map(
        (detail) =>
          detail && (
            <div key={detail[0]}>
              <dt>{detail[0]}</dt>
              <dd>{detail[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
