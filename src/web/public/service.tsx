import { useLoaderData } from 'react-router'
import { useBusiness } from '../layout/frame-content.ts'
import { useRoot } from '../root.tsx'
import { Section } from '../ui/section.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { type PublicData, publicData } from './page-facts.ts'
import { readService, type ServiceContent } from './public-content.ts'
import { PublicMeta } from './public-meta.tsx'
import { CallToAction } from './sections/call-to-action.tsx'
import { Counters } from './sections/counters.tsx'
import { Experience } from './sections/experience.tsx'
import { Services } from './sections/services.tsx'
import { servicesData } from './structured-data/offers-data.ts'
import { breadcrumbData } from './structured-data/page-data.ts'

const HEADING = 'SEO services for real estate'

export const { loader, facts } = publicData('Services', readService, ({ services }) => {
  const titles = services.map(({ serviceTitle }) => serviceTitle)
  return { title: HEADING, description: [HEADING, ...(titles.length > 0 ? [titles.join(', ')] : [])].join(': ') }
})

/** The spec's order: counters, services, the about block with the skills, call to action; a section without records is not drawn. */
export function Page() {
  const { content, facts } = useLoaderData<PublicData<ServiceContent>>()
  const { about, counters, serviceText, services, experience, callToAction } = content
  const { origin } = useRoot()
  const { name } = useBusiness()
  return (
    <main id="main" tabIndex={-1}>
      <PublicMeta page="Services" facts={facts} />
      <Section>
        <SectionHeading eyebrow="Services" title={HEADING} isPage>
          {services.length > 0 && <p className="aside">What each service covers, and the skills behind it.</p>}
        </SectionHeading>
      </Section>
      <Counters record={counters} />
      <Services text={serviceText} items={services} isServicePage />
      <Experience about={about} record={experience} />
      <CallToAction record={callToAction} />
      <StructuredData graph={[breadcrumbData(origin, 'Services'), ...servicesData(origin, name, services)]} />
    </main>
  )
}
