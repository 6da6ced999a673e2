import { type Package, type PremiumPoints, pointsOf } from '../../../../contract/package-points.ts'
import type { pricingWords } from '../../../../contract/sections/pricing-words.ts'
import type { WordsOf } from '../../../../contract/words.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { TickList } from '../../../ui/tick-list.tsx'
import { KeywordLots } from './lots.tsx'
import { dollars, keywordsIn } from './packages.ts'

type PricingWords = WordsOf<typeof pricingWords>

type Props = { record: Package; words: PricingWords; premiumPoints: PremiumPoints; heading: 'h2' | 'h3' }

/** The one that is said to fit most offices. */
export function isRecommended({ packageName }: Pick<Package, 'packageName'>): boolean {
  return packageName === 'Standard'
}

/** Who a package suits: the records have no field for it. */
export function suits({ packageName }: Pick<Package, 'packageName'>, words: PricingWords): string | undefined {
  return { Basic: words.basicSuits, Standard: words.standardSuits, Premium: words.premiumSuits }[packageName]
}

export function PackageCard({ record, words, premiumPoints, heading: Heading }: Props) {
  const points = pointsOf(record, premiumPoints)
  const keywords = keywordsIn(points)
  const isFirst = isRecommended(record)
  return (
    <li className={isFirst ? 'package package-first' : 'package'}>
      {isFirst && words.recommended && <p className="package-mark">{words.recommended}</p>}
      <Heading className="h3">{record.packageName}</Heading>
      <p className="package-for">{suits(record, words)}</p>
      <p className="price">
        <span>$</span>
        <b>{dollars(record.packagePrice)}</b> <span>{words.perMonth}</span>
      </p>
      {words.once && <p className="package-once">{words.once}</p>}
      <LinkButton href={`/order-now/${record._id}`} look={isFirst ? 'filled' : 'outline'}>
        {record.packageButtonText}
      </LinkButton>
      <TickList>{points.map((point) => (/^everything in /i.test(point) ? <b key={point}>{point}</b> : point))}</TickList>
      {keywords !== undefined && <KeywordLots keywords={keywords} words={words} />}
    </li>
  )
}
