import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useRoot } from '../root.tsx'
import { ArrowLink } from '../ui/link-button.tsx'
import { Meta } from '../ui/meta.tsx'
import { Section } from '../ui/section.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { visitOf } from '../visit.ts'
import { breadcrumbData, faqData, offersData } from './business-data.ts'
import { type PricingContent, readPricing } from './public-content.ts'
import { CallToAction } from './sections/call-to-action.tsx'
import { Facts } from './sections/facts.tsx'
import { Faq } from './sections/faq.tsx'
import { lowestPrice } from './sections/packages.ts'
import { PackageCards } from './sections/pricing.tsx'

/** Its only address for search engines: it is served without the last slash too. */
const PATH = '/pricing/'

export function loader({ context }: LoaderFunctionArgs): Promise<PricingContent> {
  return readPricing(visitOf(context).call)
}

/** The packages with Premium's first eight points (spec section 9), and what people ask before an order. */
export function Page() {
  const { packages, faqText, questions, callToAction } = useLoaderData<PricingContent>()
  const { origin } = useRoot()
  const hasPackages = packages.length > 0
  const price = lowestPrice(packages)
  return (
    <main id="main" tabIndex={-1}>
      <Meta
        title="Pricing: SEO packages for real estate"
        description={`SEO packages for real estate${price ? ` from $${price} a month` : ''}: what each includes and what it costs. One payment per order, no auto-renewal.`}
        path={PATH}
      />
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
      <StructuredData
        graph={[
          breadcrumbData(origin, { name: 'Pricing', path: PATH }),
          ...(hasPackages ? [offersData(origin, packages)] : []),
          ...(questions.length > 0 ? [faqData(questions)] : []),
        ]}
      />
    </main>
  )
}
