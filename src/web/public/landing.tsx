import { useLoaderData } from 'react-router'
import { useBusiness, useFrame } from '../layout/frame-content.ts'
import { useRoot } from '../root.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { ContinueOrder } from './continue-order.tsx'
import { type PublicData, publicData } from './page-facts.ts'
import { type LandingContent, readLanding } from './public-content.ts'
import { PublicMeta } from './public-meta.tsx'
import { About } from './sections/about.tsx'
import { Banner } from './sections/banner.tsx'
import { CallToAction } from './sections/call-to-action.tsx'
import { Counters } from './sections/counters.tsx'
import { Faq } from './sections/faq.tsx'
import { Features } from './sections/features.tsx'
import { mergeMembers } from './sections/members.ts'
import { lowestPrice } from './sections/packages.ts'
import { Pricing } from './sections/pricing.tsx'
import { Services } from './sections/services.tsx'
import { Team } from './sections/team.tsx'
import { Testimonials } from './sections/testimonials.tsx'
import { Video } from './sections/video.tsx'
import { shownSteps, WorkSteps } from './sections/work-steps.tsx'
import { businessData } from './structured-data/business-data.ts'
import { faqData, websiteData } from './structured-data/page-data.ts'

/** Stand where the banner has no content yet. */
const PLAIN_HEADING = 'Search engine optimisation for real estate'
const PLAIN_DETAILS = 'Local search engine optimisation for real estate agents and brokerages, with a fixed scope each month.'

export const { loader, facts } = publicData('Home', readLanding, ({ banner }) => ({
  title: banner?.buttonTwoLink ?? PLAIN_HEADING,
  description: banner?.bannerDetails ?? PLAIN_DETAILS,
}))

/** The landing page in the spec's order, then the extras; a section without records is not drawn. */
export function Page() {
  const { content, facts } = useLoaderData<PublicData<LandingContent>>()
  const { banner, packages, questions } = content
  const business = useBusiness()
  const { logo } = useFrame()
  const { origin } = useRoot()
  const steps = shownSteps(content.steps)
  return (
    <main id="main" tabIndex={-1}>
      <PublicMeta page="Home" facts={facts} />
      <ContinueOrder packages={packages} />
      {banner ? (
        <Banner record={banner} lowestPrice={lowestPrice(packages)} hasSteps={steps.length > 0} />
      ) : (
        <h1 className="h1 container section">{PLAIN_HEADING}</h1>
      )}
      <Features text={content.featureText} items={content.features} />
      <About record={content.about} />
      <Counters record={content.counters} />
      <Pricing packages={packages} />
      <Services text={content.serviceText} items={content.services} />
      <Testimonials text={content.testimonialText} items={content.testimonials} />
      <WorkSteps steps={steps} />
      <Video record={content.video} />
      <Team text={content.teamText} members={mergeMembers(content.membersWithProfiles, content.members)} />
      <Faq text={content.faqText} items={questions} />
      <CallToAction record={content.callToAction} />
      <StructuredData
        graph={[
          websiteData(origin, business.name),
          businessData({ origin, business, logo: logo?.logo, description: facts.description, packages }),
          ...faqData(questions),
        ]}
      />
    </main>
  )
}
