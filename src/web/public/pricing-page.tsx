import { useLoaderData } from 'react-router'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { getRecords } from '../page-content.ts'
import { createPublicPageLoader, type PublicPageData } from './load-public-page.ts'
import { buildMetaDescription } from './meta-description.ts'
import { formatLowestPrice } from './sections/pricing/packages.ts'
import { PageSections } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { PageStructuredData } from './structured-data/page-structured-data.tsx'

export const { loader, metadata } = createPublicPageLoader('Pricing', (content) => {
  const price = formatLowestPrice(getRecords(content, pricingPackage))
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
  const { content, metadata } = useLoaderData<PublicPageData>()
  return (
    <main id="main" tabIndex={-1}>
      <SeoMeta page="Pricing" metadata={metadata} />
      <PageSections page="Pricing" content={content} />
      <PageStructuredData page="Pricing" metadata={metadata} packages={getRecords(content, pricingPackage)} />
    </main>
  )
}
