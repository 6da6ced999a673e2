import { useLoaderData } from 'react-router'
import { useBusiness } from '../layout/frame-content.ts'
import { useRoot } from '../root.tsx'
import { ArrowLink } from '../ui/link-button.tsx'
import { Section } from '../ui/section.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { type PublicData, publicData } from './page-facts.ts'
import { type PricingContent, readPricing } from './public-content.ts'
import { PublicMeta } from './public-meta.tsx'
import { CallToAction } from './sections/call-to-action.tsx'
import { Facts } from './sections/facts.tsx'
import { Faq } from './sections/faq.tsx'
import { lowestPrice } from './sections/packages.ts'
import { PackageCards } from './sections/pricing.tsx'
import { offersData } from './structured-data/offers-data.ts'
import { breadcrumbData, faqData } from './structured-data/page-data.ts'

export const { loader, facts } = publicData('Pricing', readPricing, ({ packages }) => {
  const price = lowestPrice(packages)
  return {
    title: 'Pricing: SEO packages for real estate',
    description: `SEO packages for real estate${price ? ` from $${price} a month` : ''}: what each includes and what it costs. One payment per order, no auto-renewal.`,
  }
})

/** The packages with Premium's first eight points (spec section 9), and what people ask before an order. */
export function Page() {
  const { content, facts } = useLoaderData<PublicData<PricingContent>>()
  const { packages, faqText, questions, callToAction } = content
  const { origin } = useRoot()
  const { name } = useBusiness()
  const hasPackages = packages.length > 0
  return (
    <main id="main" tabIndex={-1}>
      <PublicMeta page="Pricing" facts={facts} />
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
      <Faq text={faqText} items={questions} />
      <CallToAction record={callToAction} />
      <StructuredData graph={[breadcrumbData(origin, 'Pricing'), ...offersData(origin, name, packages), ...faqData(questions)]} />
    </main>
  )
}
