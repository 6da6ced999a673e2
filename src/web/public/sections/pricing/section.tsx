import { pricingCopy } from '../../../../contract/content/kinds/pricing-copy.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import type { PricingPackage } from '../../../../contract/content/package-points.ts'
import type { CopyText } from '../../../../contract/core/copy-kind.ts'
import type { PublicPageName } from '../../../../contract/core/public-pages.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { buildRectRow, definePublicSection, type SectionOutline } from '../../define-public-section.tsx'
import { SampleLinks, type SampleSheets } from '../samples/sample-page-links.tsx'
import { PackageCard } from './package-card.tsx'
import { sortPackagesBySize } from './package-prices.ts'

export const outline: SectionOutline = {
  kinds: [pricingPackage, pricingCopy],
  pages: ['Home', 'Pricing'],
  miniature: { height: 28, rects: buildRectRow(3, 5, 20, 18) },
}

export const section = definePublicSection(outline, {
  reads: { packages: pricingPackage, sheets: sampleSheet, copy: pricingCopy },
  View: Pricing,
})

type Props = { packages: readonly PricingPackage[]; copy: CopyText<typeof pricingCopy> }

/** Shows the packages. On the pricing page, the section has the page's heading and eight points of Premium (P-140). */
function Pricing({ page, packages, sheets, copy }: Props & { sheets: SampleSheets; page?: PublicPageName }) {
  if (page === 'Pricing') return <PricingPageSection packages={packages} sheets={sheets} copy={copy} />
  if (packages.length === 0) return null
  return (
    <Section id="pricing-sec">
      <SectionHeading eyebrow={copy.smallHeading} title={copy.homeHeading}>
        {copy.homeNote && <p className="aside">{copy.homeNote}</p>}
      </SectionHeading>
      <PackageCards packages={packages} copy={copy} premiumPoints={10} heading="h3" />
    </Section>
  )
}

function PricingPageSection({ packages, sheets, copy }: Props & { sheets: SampleSheets }) {
  const hasPackages = packages.length > 0
  return (
    <Section>
      <SectionHeading eyebrow={copy.smallHeading} title={copy.pageHeading} isPage>
        {hasPackages && copy.pageNote && <p className="aside">{copy.pageNote}</p>}
      </SectionHeading>
      {hasPackages ? (
        <>
          <PackageCards packages={packages} copy={copy} premiumPoints={8} heading="h2" isDetailed />
          <PackageFacts copy={copy} />
          <p className="sample-links">
            <SampleLinks sheets={sheets} report={copy.reportLink} audit={copy.auditLink} />
          </p>
        </>
      ) : (
        <>
          <p className="lead">{copy.noPackages}</p>
          <ArrowLink href="/contact">{copy.askPrice}</ArrowLink>
        </>
      )}
    </Section>
  )
}

type CardsProps = Props & {
  /** How many points of Premium show on this page (P-140). */
  premiumPoints: 8 | 10
  /** The heading level of the package names. */
  heading: 'h2' | 'h3'
  isDetailed?: boolean
}

function PackageCards({ packages, ...cardProps }: CardsProps) {
  return (
    <ul className="packages">
      {sortPackagesBySize(packages).map((record) => (
        <PackageCard key={record._id} record={record} {...cardProps} />
      ))}
    </ul>
  )
}

/** Shows facts that apply to every package. */
function PackageFacts({ copy }: Pick<Props, 'copy'>) {
  const facts: { icon: IconName; name: string; text: string }[] = [
    { icon: 'card', name: copy.factOne, text: copy.factOneText },
    { icon: 'calendar', name: copy.factTwo, text: copy.factTwoText },
    { icon: 'dollar', name: copy.factThree, text: copy.factThreeText },
  ]
  const visibleFacts = facts.filter(({ name, text }) => name || text)
  if (visibleFacts.length === 0) return null
  return (
    <ul className="facts">
      {visibleFacts.map(({ icon, name, text }) => (
        <li key={icon}>
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
