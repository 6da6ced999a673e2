import { type Package, type PremiumPoints, pointsOf } from '../../../contract/package-points.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { TickList } from '../../ui/tick-list.tsx'
import { Lots } from './lots.tsx'
import { dollars, keywordsIn } from './packages.ts'

/** Who each package suits: the records have no field for it. */
const suits: Record<string, string> = {
  Basic: 'For one agent, or a new site',
  Standard: 'For an established office',
  Premium: 'For several offices or a large IDX site',
}

type Props = { record: Package; premiumPoints: PremiumPoints; heading: 'h2' | 'h3' }

export function PackageCard({ record, premiumPoints, heading: Heading }: Props) {
  const points = pointsOf(record, premiumPoints)
  const keywords = keywordsIn(points)
  const isRecommended = record.packageName === 'Standard'
  return (
    <li className={isRecommended ? 'package package-first' : 'package'}>
      {isRecommended && <p className="package-mark">Recommended</p>}
      <Heading className="h3">{record.packageName}</Heading>
      <p className="package-for">{suits[record.packageName]}</p>
      <p className="price">
        <span>$</span>
        <b>{dollars(record.packagePrice)}</b> <span>/month</span>
      </p>
      <p className="package-once">One payment per order, no auto-renewal</p>
      <LinkButton href={`/order-now/${record._id}`} look={isRecommended ? 'filled' : 'outline'}>
        {record.packageButtonText}
      </LinkButton>
      <TickList>{points.map((point) => (/^everything in /i.test(point) ? <b key={point}>{point}</b> : point))}</TickList>
      {keywords !== undefined && (
        <div className="package-lots">
          <p>
            <b>{keywords} local keywords</b> <span>{keywords > 50 ? 'one lot each, 50 shown' : 'each lit lot is one'}</span>
          </p>
          <Lots lit={keywords} />
        </div>
      )}
    </li>
  )
}
