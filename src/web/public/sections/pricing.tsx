import type { RecordOf } from '../../../contract/section.ts'
import type { pricingPackage } from '../../../contract/sections/pricing-package.ts'
import { Section } from '../../ui/section.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { PackageCard } from './package-card.tsx'
import { inOrderOfSize } from './packages.ts'

type Props = { packages: readonly RecordOf<typeof pricingPackage>[] }

export function Pricing({ packages }: Props) {
  if (packages.length === 0) return null
  return (
    <Section id="pricing-sec">
      <SectionHeading eyebrow="Pricing" title="Three packages, with the whole scope in writing">
        <p className="aside">Prices are in US dollars. Order the month you need; order again when you want another.</p>
      </SectionHeading>
      <PackageCards packages={packages} premiumPoints={10} />
    </Section>
  )
}

type CardsProps = Props & {
  /** How many points of Premium are shown here (spec section 9). */
  premiumPoints: 8 | 10
  /** The level of the packages' names: below the heading they stand under. */
  heading?: 'h2' | 'h3'
}

export function PackageCards({ packages, premiumPoints, heading = 'h3' }: CardsProps) {
  return (
    <ul className="packages">
      {inOrderOfSize(packages).map((record) => (
        <PackageCard key={record._id} record={record} premiumPoints={premiumPoints} heading={heading} />
      ))}
    </ul>
  )
}
