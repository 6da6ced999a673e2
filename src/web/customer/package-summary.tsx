import type { ReactNode } from 'react'
import type { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import { isOneOffPackage } from '#contract/content/kinds/pricing-package.ts'
import { listShownPackagePoints, type PricingPackage } from '#contract/content/list-package-points.ts'
import type { CopyKindTexts } from '#contract/core/define-page-copy-kind.ts'
import { formatDollars } from '#contract/core/money.ts'
import type { NextMonth } from '#contract/work/customer-month.ts'
import { AFTER_PAYMENT_ANCHOR } from '../public/sections/after-payment/promise-list.tsx'
import { KeywordCountIllustration } from '../public/sections/pricing/keyword-count-illustration.tsx'
import { FirstAndLaterMonthsDetails, getPackageAudience, isRecommendedPackage } from '../public/sections/pricing/package-card.tsx'
import { parseKeywordCount } from '../public/sections/pricing/packages.ts'
import { CheckmarkList } from '../ui/checkmark-list.tsx'

type Props = {
  record: PricingPackage
  copy: CopyKindTexts<typeof pricingCopy>
  otherPackageNames: readonly string[]
  nextMonth: NextMonth | undefined
  /** The locked fields. */
  children: ReactNode
}

/** Shows package and price beside the order form, or above it on a phone, where the details are folded. */
export function PackageSummary({ record, copy, otherPackageNames, nextMonth, children }: Props) {
  const { packageName, packagePrice } = record
  const isOneOff = isOneOffPackage(record)
  const points = listShownPackagePoints(record, 10)
  const keywords = parseKeywordCount(points)
  return (
    <section aria-labelledby="order-summary" className="order-summary">
      <div className="order-summary-head">
        <h2 id="order-summary" className="h3">
          {packageName}
        </h2>
        {isRecommendedPackage(record) && copy.recommended && <span className="state state-good">{copy.recommended}</span>}
        <p>{getPackageAudience(record, copy)}</p>
      </div>
      <div className="order-package">{children}</div>
      <dl className="order-summary-sums">
        <div>
          <dt>Covers</dt>
          <dd>{isOneOff ? 'This piece of work' : 'One month of work'}</dd>
        </div>
        <div>
          <dt>Auto-renewal</dt>
          <dd>None</dd>
        </div>
        <div className="order-summary-total">
          <dt>One-time payment</dt>
          <dd>{formatDollars(packagePrice)}</dd>
        </div>
      </dl>
      {nextMonth && !isOneOff && <NextMonthParts {...nextMonth} />}
      <details className="folded order-includes">
        <summary>What’s included</summary>
        {keywords !== undefined && <KeywordCountIllustration keywords={keywords} copy={copy} />}
        <CheckmarkList>{points}</CheckmarkList>
      </details>
      <FirstAndLaterMonthsDetails record={record} copy={copy}>
        {copy.afterLink && <a href={`/pricing/#${AFTER_PAYMENT_ANCHOR}`}>{copy.afterLink}</a>}
      </FirstAndLaterMonthsDetails>
      {otherPackageNames.length > 0 && (
        <p className="order-summary-note">
          Not the right fit? <a href="/pricing">See {new Intl.ListFormat('en-US').format(otherPackageNames)}</a>
        </p>
      )}
    </section>
  )
}

/** Lists what this customer's month delivers. In a first month without carried parts, the package's points say it. */
function NextMonthParts({ month, titles, carriedOver }: NextMonth) {
  const carried = carriedOver.map(({ title, orderNumber }) => `${title}, carried over from order ${orderNumber}, free`)
  if (titles.length === 0 || (month === 1 && carried.length === 0)) return null
  return (
    <div className="order-month">
      <h3>This is your month {month}</h3>
      <CheckmarkList>{[...carried, ...titles]}</CheckmarkList>
    </div>
  )
}
