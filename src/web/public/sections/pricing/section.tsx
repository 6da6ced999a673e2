import { afterPaymentItem } from '#contract/content/kinds/after-payment-item.ts'
import { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import type { MaxPremiumPackagePoints } from '#contract/content/list-package-points.ts'
import { ArrowLink } from '#web/ui/link-button.tsx'
import { Section, SectionHeading } from '#web/ui/section.tsx'
import { definePublicSection, drawRow, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import { PromiseList } from '../after-payment/promise-list.tsx'
import { SamplePageLinks } from '../samples/sample-page-links.tsx'
import { PackageCard } from './package-card.tsx'
import { PackageServicesTable } from './package-services-table.tsx'
import { listOtherPackages, listTierPackages } from './packages.ts'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [pricingPackage, pricingCopy],
  pages: ['Home', 'Pricing'],
  miniature: { height: 28, ink: drawRow(3, 5, 20, 18) },
}

const reads = {
  packages: pricingPackage,
  promises: afterPaymentItem,
  services: serviceItem,
  sheets: samplePageIntro,
  copy: pricingCopy,
}

export const section = definePublicSection(sectionKindsAndMiniature, reads, Pricing)

type Props = SectionViewProps<typeof reads>

/** Shows the packages. On the pricing page, the section has the page's heading and eight points of Premium (P-140). */
function Pricing({ page, services, sheets, ...props }: Props) {
  const { packages, copy } = props
  if (page === 'Pricing') return <PricingPageSection {...props} services={services} sheets={sheets} />
  if (packages.length === 0) return null
  return (
    <Section id="pricing-sec">
      <SectionHeading eyebrow={copy.smallHeading} title={copy.homeHeading}>
        {copy.homeNote && <p className="aside">{copy.homeNote}</p>}
      </SectionHeading>
      <PackageCards {...props} maxPremiumPoints={10} heading="h3" />
    </Section>
  )
}

function PricingPageSection({ services, sheets, ...props }: Omit<Props, 'page'>) {
  const { packages, copy } = props
  const hasPackages = packages.length > 0
  return (
    <Section>
      <SectionHeading eyebrow={copy.smallHeading} title={copy.pageHeading} isPage>
        {hasPackages && copy.pageNote && <p className="aside">{copy.pageNote}</p>}
      </SectionHeading>
      {hasPackages ? (
        <>
          <PackageCards {...props} maxPremiumPoints={8} heading="h2" isDetailed />
          <p className="sample-links">
            <SamplePageLinks sheets={sheets} report={copy.reportLink} audit={copy.auditLink} />
          </p>
          <PackageServicesTable packages={packages} services={services} copy={copy} />
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

type CardsProps = Pick<Props, 'packages' | 'promises' | 'copy'> & {
  maxPremiumPoints: MaxPremiumPackagePoints
  /** The heading level of the package names. */
  heading: 'h2' | 'h3'
  isDetailed?: boolean
}

function PackageCards({ packages, promises, ...cardProps }: CardsProps) {
  return (
    <>
      <PromiseList records={promises} />
      {[listTierPackages(packages), listOtherPackages(packages)].map(
        (records, index) =>
          records.length > 0 && (
            <ul key={index === 0 ? 'tiers' : 'others'} className={index === 0 ? 'packages' : 'packages packages-more'}>
              {records.map((record) => (
                <PackageCard key={record._id} record={record} {...cardProps} />
              ))}
            </ul>
          ),
      )}
    </>
  )
}
