import { useLoaderData } from 'react-router'
import { faqItem } from '../../contract/content/kinds/faq-item.ts'
import { pricingPackage } from '../../contract/content/kinds/pricing-package.ts'
import { recordsOf } from '../page-content.ts'
import { useRoot } from '../root.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { descriptionOf } from './description.ts'
import { type PublicData, publicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { PageSections } from './sections/all-sections.tsx'
import { questionsOn } from './sections/faq/section.tsx'
import { lowestPrice } from './sections/pricing/packages.ts'
import { offersData } from './structured-data/business-data.ts'
import { breadcrumbData, faqData } from './structured-data/page-data.ts'
import { useStatedFacts } from './structured-data/stated-facts.ts'

export const { loader, facts } = publicData('Pricing', (content) => {
  const price = lowestPrice(recordsOf(content, pricingPackage))
  return {
    title: 'Pricing: SEO packages for real estate',
    description: descriptionOf(
      `Compare SEO packages for real estate${price ? ` from $${price} a month` : ''}: what each includes and what it costs.`,
      'You pay once for each order, and nothing renews by itself.',
    ),
  }
})

/** The packages, and what people ask before an order. */
export function Page() {
  const { content, facts } = useLoaderData<PublicData>()
  const { origin } = useRoot()
  const offers = offersData(origin, useStatedFacts().business, recordsOf(content, pricingPackage))
  return (
    <main id="main" tabIndex={-1}>
      <PublicMeta page="Pricing" facts={facts} />
      <PageSections page="Pricing" content={content} />
      <StructuredData
        graph={[breadcrumbData(origin, 'Pricing'), ...offers, ...faqData(questionsOn('Pricing', recordsOf(content, faqItem)))]}
      />
    </main>
  )
}
