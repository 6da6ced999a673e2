import { useLoaderData } from 'react-router'
import { faqItem } from '../../contract/content/kinds/faq-item.ts'
import { pricingPackage } from '../../contract/content/kinds/pricing-package.ts'
import { getRecords } from '../page-content.ts'
import { useRootData } from '../root-route.tsx'
import { StructuredDataScript } from '../ui/structured-data-script.tsx'
import { createPublicPageLoader, type PublicPageData } from './load-public-page.ts'
import { buildMetaDescription } from './meta-description.ts'
import { filterQuestionsForPage } from './sections/faq/section.tsx'
import { getLowestPrice } from './sections/pricing/package-prices.ts'
import { PageSections } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { buildOffersData } from './structured-data/business-data.ts'
import { buildBreadcrumbData, buildFaqData } from './structured-data/page-structured-data.ts'
import { usePublishedFacts } from './structured-data/use-published-facts.ts'

export const { loader, facts } = createPublicPageLoader('Pricing', (content) => {
  const price = getLowestPrice(getRecords(content, pricingPackage))
  return {
    title: 'Real estate SEO pricing and packages',
    description: buildMetaDescription(
      `Compare real estate SEO packages${price ? ` from $${price} a month` : ''}: what each includes and what it costs.`,
      'You pay once per order, and nothing renews automatically.',
    ),
  }
})

/** Renders the packages and the questions about them. */
export function Page() {
  const { content, facts } = useLoaderData<PublicPageData>()
  const { origin } = useRootData()
  const offers = buildOffersData(origin, usePublishedFacts().business, getRecords(content, pricingPackage))
  return (
    <main id="main" tabIndex={-1}>
      <SeoMeta page="Pricing" facts={facts} />
      <PageSections page="Pricing" content={content} />
      <StructuredDataScript
        graph={[
          buildBreadcrumbData(origin, 'Pricing'),
          ...offers,
          ...buildFaqData(filterQuestionsForPage('Pricing', getRecords(content, faqItem))),
        ]}
      />
    </main>
  )
}
