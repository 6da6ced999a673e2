import { useLoaderData } from 'react-router'
import { serviceItem } from '../../contract/sections/service-item.ts'
import { useBusiness } from '../layout/frame-content.ts'
import { useRoot } from '../root.tsx'
import { Section } from '../ui/section.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { recordsOf } from './page-content.ts'
import { type PublicData, publicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { PageSections } from './sections/all-sections.tsx'
import { servicesData } from './structured-data/business-data.ts'
import { breadcrumbData } from './structured-data/page-data.ts'

const HEADING = 'SEO services for real estate'

export const { loader, facts } = publicData('Services', (content) => {
  const titles = recordsOf(content, serviceItem).map(({ serviceTitle }) => serviceTitle)
  return { title: HEADING, description: [HEADING, ...(titles.length > 0 ? [titles.join(', ')] : [])].join(': ') }
})

/** The spec's order: counters, services, the about block with the skills, call to action. */
export function Page() {
  const { content, facts } = useLoaderData<PublicData>()
  const { origin } = useRoot()
  const { name } = useBusiness()
  const services = recordsOf(content, serviceItem)
  return (
    <main id="main" tabIndex={-1}>
      <PublicMeta page="Services" facts={facts} />
      <Section>
        <SectionHeading eyebrow="Services" title={HEADING} isPage>
          {services.length > 0 && <p className="aside">What each service covers, and the skills behind it.</p>}
        </SectionHeading>
      </Section>
      <PageSections page="Services" content={content} />
      <StructuredData graph={[breadcrumbData(origin, 'Services'), ...servicesData(origin, name, services)]} />
    </main>
  )
}
