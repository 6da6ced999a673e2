import type { ReactNode } from 'react'
import type { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import { getPackageAnchor } from '#contract/content/kinds/pricing-package.ts'
import {
  listShownPackagePoints,
  type MaxPremiumPackagePoints,
  type PricingPackage,
} from '#contract/content/list-package-points.ts'
import { type CopyKindTexts, fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'
import { CheckmarkList } from '#web/ui/checkmark-list.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Paragraphs } from '#web/ui/paragraphs.tsx'
import { formatWithFieldMark } from '../../preview-field-mark-characters.ts'
import { AFTER_PAYMENT_ANCHOR } from '../after-payment/promise-list.tsx'
import { KeywordCountIllustration } from './keyword-count-illustration.tsx'
import { formatPriceWithoutDollarSign, getPriceUnit, parseKeywordCount } from './packages.ts'

type PricingCopy = CopyKindTexts<typeof pricingCopy>

type Props = {
  record: PricingPackage
  copy: PricingCopy
  maxPremiumPoints: MaxPremiumPackagePoints
  heading: 'h2' | 'h3'
  /** Adds the hidden points and the text on what follows an order, both folded. Other pages link to this card. */
  isDetailed?: boolean
}

/** Returns whether the package carries the mark Recommended (P-141). */
export function isRecommendedPackage({ packageName }: Pick<PricingPackage, 'packageName'>): boolean {
  return packageName === 'Standard'
}

/** Returns who a package suits. The text is copy: package records have no field for it. */
export function getPackageAudience({ packageName }: Pick<PricingPackage, 'packageName'>, copy: PricingCopy): string | undefined {
  return { Basic: copy.basicSuits, Standard: copy.standardSuits, Premium: copy.premiumSuits }[packageName]
}

export function PackageCard({ record, copy, maxPremiumPoints, heading: Heading, isDetailed }: Props) {
  const points = listShownPackagePoints(record, maxPremiumPoints)
  const keywords = parseKeywordCount(points)
  const isFirst = isRecommendedPackage(record)
  return (
    <li
      id={isDetailed ? getPackageAnchor(record.packageName) : undefined}
      className={isFirst ? 'package package-first' : 'package'}
    >
      {isFirst && copy.recommended && <p className="package-mark">{copy.recommended}</p>}
      <Heading className="h3">{formatWithFieldMark(record, 'packageName')}</Heading>
      <p className="package-for">{getPackageAudience(record, copy)}</p>
      <p className="price">
        <span>$</span>
        <b>{formatWithFieldMark(record, 'packagePrice', formatPriceWithoutDollarSign)}</b>{' '}
        <span>{getPriceUnit(record, copy)}</span>
      </p>
      {copy.once && <p className="package-once">{copy.once}</p>}
      <LinkButton href={`/order-now/${record._id}`} buttonStyle={isFirst ? 'filled' : 'outline'}>
        {record.packageButtonText}
      </LinkButton>
      <div className="package-points">
        <CheckmarkList>
          {points.map((point) => (/^everything in /i.test(point) ? <b key={point}>{point}</b> : point))}
        </CheckmarkList>
        {isDetailed && <MorePoints points={listShownPackagePoints(record, 10).slice(points.length)} copy={copy} />}
      </div>
      {keywords !== undefined && <KeywordCountIllustration keywords={keywords} copy={copy} />}
      {isDetailed && (
        <FirstAndLaterMonthsDetails record={record} copy={copy}>
          {copy.afterLink && <a href={`#${AFTER_PAYMENT_ANCHOR}`}>{copy.afterLink}</a>}
        </FirstAndLaterMonthsDetails>
      )}
    </li>
  )
}

/** Folds the points beyond the page's limit (P-140). */
function MorePoints({ points, copy }: { points: readonly string[]; copy: PricingCopy }) {
  if (points.length === 0) return null
  return (
    <details className="folded">
      <summary>{fillPlaceholders(copy.morePoints, { count: points.length })}</summary>
      <CheckmarkList>{points}</CheckmarkList>
    </details>
  )
}

type AfterPayingProps = { record: PricingPackage; copy: PricingCopy; children?: ReactNode }

/** Folds what the first month of a package includes and what later orders pay for. Renders nothing without text. */
export function FirstAndLaterMonthsDetails({ record, copy, children }: AfterPayingProps) {
  const parts = [
    { heading: copy.firstMonth, text: record.packageFirstMonth },
    { heading: copy.laterMonths, text: record.packageLaterMonths },
  ].filter(({ text }) => text.trim())
  if (parts.length === 0) return null
  return (
    <details className="folded package-after">
      <summary>{copy.afterPaying}</summary>
      {parts.map(({ heading, text }) => (
        <div key={heading}>
          <p>
            <b>{heading}</b>
          </p>
          <Paragraphs text={text} />
        </div>
      ))}
      {children && <p>{children}</p>}
    </details>
  )
}
