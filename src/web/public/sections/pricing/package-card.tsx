import { type Package, type PremiumPoints, pointsOf } from '../../../../contract/package-points.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { TickList } from '../../../ui/tick-list.tsx'
import { KeywordLots } from './lots.tsx'
import { dollars, keywordsIn } from './packages.ts'

/** Who each package suits: the records have no field for it. */
export const suits: Readonly<Record<string, string>> = {
  Basic: 'For one agent, or a new site',
  Standard: 'For an established office',
  Premium: 'For several offices or a large IDX site',
}

type Props = { record: Package; premiumPoints: PremiumPoints; heading: 'h2' | 'h3' }

/** The one that is said to fit most offices. */
export function isRecommended({ packageName }: Pick<Package, 'packageName'>): boolean {
  return packageName === 'Standard'
}

export function PackageCard({ record, premiumPoints, heading: Heading }: Props) {
  const points = pointsOf(record, premiumPoints)
  const keywords = keywordsIn(points)
  const isFirst = isRecommended(record)
  return (
    <li className={isFirst ? 'package package-first' : 'package'}>
      {isFirst && <p className="package-mark">Recommended</p>}
      <Heading className="h3">{record.packageName}</Heading>
      <p className="package-for">{suits[record.packageName]}</p>
      <p className="price">
        <span>$</span>
        <b>{dollars(record.packagePrice)}</b> <span>/month</span>
      </p>
      <p className="package-once">One payment per order, no auto-renewal</p>
      <LinkButton href={`/order-now/${record._id}`} look={isFirst ? 'filled' : 'outline'}>
        {record.packageButtonText}
      </LinkButton>
      <TickList>{points.map((point) => (/^everything in /i.test(point) ? <b key={point}>{point}</b> : point))}</TickList>
      {keywords !== undefined && <KeywordLots keywords={keywords} />}
    </li>
  )
}
