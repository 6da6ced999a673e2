import type { Package } from '../../../../contract/package-points.ts'
import type { PublicPageName } from '../../../../contract/public-pages.ts'
import { pricingPackage } from '../../../../contract/sections/pricing-package.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'
import { PackageCard } from './package-card.tsx'
import { inOrderOfSize } from './packages.ts'

export const outline: Outline = {
  kinds: [pricingPackage],
  miniature: { height: 28, rects: row(3, 5, 20, 18) },
}

export const section = definePublicSection(outline, { reads: { packages: pricingPackage }, View: Pricing })

type Props = { packages: readonly Package[] }

/** The packages; on their own page with Premium's first eight points (spec section 9), and under its heading. */
function Pricing({ page, packages }: Props & { page?: PublicPageName }) {
  if (page === 'Pricing') return <PricingHead packages={packages} />
  if (packages.length === 0) return null
  return (
    <Section id="pricing-sec">
      <SectionHeading eyebrow="Pricing" title="Three packages, with the whole scope in writing">
        <p className="aside">Prices are in US dollars. Order the month you need; order again when you want another.</p>
      </SectionHeading>
      <PackageCards packages={packages} premiumPoints={10} heading="h3" />
    </Section>
  )
}

function PricingHead({ packages }: Props) {
  const hasPackages = packages.length > 0
  return (
    <Section>
      <SectionHeading eyebrow="Pricing" title="Choose the size of your patch" isPage>
        {hasPackages && <p className="aside">Each package is one month of work. Prices are in US dollars.</p>}
      </SectionHeading>
      {hasPackages ? (
        <>
          <PackageCards packages={packages} premiumPoints={8} heading="h2" />
          <Facts />
        </>
      ) : (
        <>
          <p className="lead">There is no package to order at the moment.</p>
          <ArrowLink href="/contact">Ask for a price</ArrowLink>
        </>
      )}
    </Section>
  )
}

type CardsProps = Props & {
  /** How many points of Premium are shown here (spec section 9). */
  premiumPoints: 8 | 10
  /** The level of the packages' names: below the heading they stand under. */
  heading: 'h2' | 'h3'
}

function PackageCards({ packages, premiumPoints, heading }: CardsProps) {
  return (
    <ul className="packages">
      {inOrderOfSize(packages).map((record) => (
        <PackageCard key={record._id} record={record} premiumPoints={premiumPoints} heading={heading} />
      ))}
    </ul>
  )
}

const facts: { icon: IconName; name: string; text: string }[] = [
  { icon: 'card', name: 'One payment per order', text: 'No auto-renewal.' },
  { icon: 'calendar', name: 'Month by month', text: 'Order the month you need; order again when you want another.' },
  { icon: 'dollar', name: 'Prices in US dollars', text: 'What stands on the card is the price of one month.' },
]

/** What holds for every package, whatever the records say. */
function Facts() {
  return (
    <ul className="facts">
      {facts.map(({ icon, name, text }) => (
        <li key={name}>
          <Icon name={icon} />
          <p>
            <b>{name}</b>
            {text}
          </p>
        </li>
      ))}
    </ul>
  )
}
