import { useLoaderData } from 'react-router'
import { serviceItem } from '../../contract/content/kinds/service-item.ts'
import { serviceWords } from '../../contract/content/kinds/service-words.ts'
import { recordsOf, wordsOf } from '../page-content.ts'
import { useRoot } from '../root.tsx'
import { Section } from '../ui/section.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { descriptionOf } from './description.ts'
import { type PublicData, publicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { PageSections } from './sections/all-sections.tsx'
import { servicesData } from './structured-data/business-data.ts'
import { breadcrumbData } from './structured-data/page-data.ts'
import { useStatedFacts } from './structured-data/stated-facts.ts'

const PLAIN_DETAILS = 'We do local search engine optimization for real estate agents, teams and brokerages.'
const PLAIN_END = 'This page says what each service covers and what you receive.'

export const { loader, facts } = publicData('Services', (content) => {
  const { pageHeading, pageNote } = wordsOf(content, serviceWords)
  const details = recordsOf(content, serviceItem).map(({ serviceDetails }) => serviceDetails)
  return { title: pageHeading, description: descriptionOf(...details, pageNote, PLAIN_DETAILS, PLAIN_END) }
})

/** The spec's order: counters, services, the about block with the skills, call to action. */
export function Page() {
  const { content, facts } = useLoaderData<PublicData>()
  const { origin } = useRoot()
  const { business } = useStatedFacts()
  const services = recordsOf(content, serviceItem)
  const { pageSmallHeading, pageHeading, pageNote } = wordsOf(content, serviceWords)
  return (
    <main id="main" tabIndex={-1}>
      <PublicMeta page="Services" facts={facts} />
      <Section>
        <SectionHeading eyebrow={pageSmallHeading} title={pageHeading} isPage>
          {services.length > 0 && pageNote && <p className="aside">{pageNote}</p>}
        </SectionHeading>
      </Section>
      <PageSections page="Services" content={content} />
      <StructuredData graph={[breadcrumbData(origin, 'Services'), ...servicesData(origin, business, services)]} />
    </main>
  )
}
