import type { ReactNode } from 'react'
import type { pricingWords } from '../../../../contract/content/kinds/pricing-words.ts'
import { type Package, type PremiumPoints, pointsOf } from '../../../../contract/content/package-points.ts'
import { filled, type WordsOf } from '../../../../contract/grammar/words.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { TickList } from '../../../ui/tick-list.tsx'
import { formatted } from '../../field-marks.ts'
import { AFTER_PAYMENT } from '../after-payment/address.ts'
import { KeywordLots } from './lots.tsx'
import { dollars, keywordsIn } from './packages.ts'

type PricingWords = WordsOf<typeof pricingWords>

type Props = {
  record: Package
  words: PricingWords
  premiumPoints: PremiumPoints
  heading: 'h2' | 'h3'
  /** With the points left out and what follows an order, both folded; other pages lead to this card. */
  isWhole?: boolean
}

/** The one that is said to fit most offices. */
export function isRecommended({ packageName }: Pick<Package, 'packageName'>): boolean {
  return packageName === 'Standard'
}

/** Who a package suits: the records have no field for it. */
export function suits({ packageName }: Pick<Package, 'packageName'>, words: PricingWords): string | undefined {
  return { Basic: words.basicSuits, Standard: words.standardSuits, Premium: words.premiumSuits }[packageName]
}

export function PackageCard({ record, words, premiumPoints, heading: Heading, isWhole }: Props) {
  const points = pointsOf(record, premiumPoints)
  const keywords = keywordsIn(points)
  const isFirst = isRecommended(record)
  return (
    <li id={isWhole ? record.packageName.toLowerCase() : undefined} className={isFirst ? 'package package-first' : 'package'}>
      {isFirst && words.recommended && <p className="package-mark">{words.recommended}</p>}
      <Heading className="h3">{formatted(record, 'packageName')}</Heading>
      <p className="package-for">{suits(record, words)}</p>
      <p className="price">
        <span>$</span>
        <b>{formatted(record, 'packagePrice', dollars)}</b> <span>{words.perMonth}</span>
      </p>
      {words.once && <p className="package-once">{words.once}</p>}
      <LinkButton href={`/order-now/${record._id}`} look={isFirst ? 'filled' : 'outline'}>
        {record.packageButtonText}
      </LinkButton>
      <div className="package-points">
        <TickList>{points.map((point) => (/^everything in /i.test(point) ? <b key={point}>{point}</b> : point))}</TickList>
        {isWhole && <MorePoints points={pointsOf(record, 10).slice(points.length)} words={words} />}
      </div>
      {keywords !== undefined && <KeywordLots keywords={keywords} words={words} />}
      {isWhole && (
        <AfterPaying record={record} words={words}>
          {words.afterLink && <a href={`#${AFTER_PAYMENT}`}>{words.afterLink}</a>}
        </AfterPaying>
      )}
    </li>
  )
}

/** The points that the specification leaves to the landing page. */
function MorePoints({ points, words }: { points: readonly string[]; words: PricingWords }) {
  if (points.length === 0) return null
  return (
    <details className="folded">
      <summary>{filled(words.morePoints, { count: points.length })}</summary>
      <TickList>{points}</TickList>
    </details>
  )
}

type AfterPayingProps = { record: Package; words: PricingWords; children?: ReactNode }

/** What the first month of a package holds, and what another order pays for; nothing where nobody said so. */
export function AfterPaying({ record, words, children }: AfterPayingProps) {
  const parts = [
    { heading: words.firstMonth, text: record.packageFirstMonth },
    { heading: words.laterMonths, text: record.packageLaterMonths },
  ].filter(({ text }) => text.trim())
  if (parts.length === 0) return null
  return (
    <details className="folded package-after">
      <summary>{words.afterPaying}</summary>
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
