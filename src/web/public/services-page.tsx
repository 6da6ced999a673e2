import { useLoaderData } from 'react-router'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { servicesSectionCopy } from '#contract/content/kinds/services-section-copy.ts'
import { getCopy, getRecords } from '../page-content.ts'
import { useRootData } from '../root-route.tsx'
import { Section, SectionHeading } from '../ui/section.tsx'
import { createPublicPageLoader, type PublicPageData } from './load-public-page.ts'
import { buildMetaDescription } from './meta-description.ts'
import { PageSections } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { buildServiceData } from './structured-data/offer-data.ts'
import { PageStructuredData } from './structured-data/page-structured-data.tsx'
import { usePublishedBusinessFacts } from './structured-data/use-published-business-facts.ts'

const DEFAULT_DESCRIPTION = 'Real estate SEO services for agents, teams and brokerages.'
const DEFAULT_CLOSING_SENTENCE = 'See what each service covers and what you get.'

export const { loader, metadata } = createPublicPageLoader('Services', (content) => {
  const { pageHeading, pageNote } = getCopy(content, servicesSectionCopy)
  const details = getRecords(content, serviceItem).map(({ serviceDetails }) => serviceDetails)
  return {
    title: pageHeading,
    description: buildMetaDescription(...details, pageNote, DEFAULT_DESCRIPTION, DEFAULT_CLOSING_SENTENCE),
  }
})

/** Renders counters, services, the about block with the skills, and the call to action (P-135). */
export function Page() {
  const { content, metadata } = useLoaderData<PublicPageData>()
  const { origin } = useRootData()
  const { business } = usePublishedBusinessFacts()
  const services = getRecords(content, serviceItem)
  const { pageSmallHeading, pageHeading, pageNote } = getCopy(content, servicesSectionCopy)
  return (
    <main id="main" tabIndex={-1}>
      <SeoMeta page="Services" metadata={metadata} />
      <Section>
        <SectionHeading eyebrow={pageSmallHeading} title={pageHeading} isPage>
          {services.length > 0 && pageNote && <p className="aside">{pageNote}</p>}
        </SectionHeading>
      </Section>
      <PageSections page="Services" content={content} />
      <PageStructuredData
        page="Services"
        metadata={metadata}
        nodes={services.map((item) => buildServiceData({ origin, business, item }))}
      />
    </main>
  )
}
