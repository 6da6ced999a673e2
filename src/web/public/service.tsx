import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useRoot } from '../root.tsx'
import { Meta } from '../ui/meta.tsx'
import { Section } from '../ui/section.tsx'
import { SectionHeading } from '../ui/section-heading.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { visitOf } from '../visit.ts'
import { breadcrumbData, servicesData } from './business-data.ts'
import { readService, type ServiceContent } from './public-content.ts'
import { CallToAction } from './sections/call-to-action.tsx'
import { Counters } from './sections/counters.tsx'
import { Experience } from './sections/experience.tsx'
import { Services } from './sections/services.tsx'

/** Its only address for search engines: it is served without the last slash too. */
const PATH = '/service/'
const HEADING = 'SEO services for real estate'

export function loader({ context }: LoaderFunctionArgs): Promise<ServiceContent> {
  return readService(visitOf(context).call)
}

/** The spec's order: counters, services, skills, call to action; a section without records is not drawn. */
export function Page() {
  const { counters, serviceText, services, experience, callToAction } = useLoaderData<ServiceContent>()
  const { origin } = useRoot()
  const titles = services.map(({ serviceTitle }) => serviceTitle)
  return (
    <main id="main" tabIndex={-1}>
      <Meta title={HEADING} description={[HEADING, ...(titles.length > 0 ? [titles.join(', ')] : [])].join(': ')} path={PATH} />
      <Section>
        <SectionHeading eyebrow="Services" title={HEADING} isPage>
          {services.length > 0 && <p className="aside">What each service covers, and the skills behind it.</p>}
        </SectionHeading>
      </Section>
      <Counters record={counters} />
      <Services text={serviceText} items={services} isServicePage />
      <Experience record={experience} />
      <CallToAction record={callToAction} />
      <StructuredData graph={[breadcrumbData(origin, { name: 'Services', path: PATH }), ...servicesData(origin, services)]} />
    </main>
  )
}
