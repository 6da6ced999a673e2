import { useLoaderData, useSearchParams } from 'react-router'
import type { Package } from '../../contract/package-points.ts'
import { about } from '../../contract/sections/about.ts'
import { banner } from '../../contract/sections/banner.ts'
import { bannerWords } from '../../contract/sections/banner-words.ts'
import { footerSocial } from '../../contract/sections/footer-social.ts'
import { logo } from '../../contract/sections/logo.ts'
import { pricingPackage } from '../../contract/sections/pricing-package.ts'
import { filled } from '../../contract/words.ts'
import { CONTINUE, safeReturnPath } from '../account/return-path.ts'
import { useBusiness, useFrame } from '../layout/frame-content.ts'
import { useRoot } from '../root.tsx'
import { ArrowLink } from '../ui/link-button.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { descriptionOf } from './description.ts'
import { firstOf, recordsOf, wordsOf } from './page-content.ts'
import { type PublicData, publicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { PageSections } from './sections/all-sections.tsx'
import { PLAIN_HEADING } from './sections/banner/section.tsx'
import { businessData } from './structured-data/business-data.ts'
import { websiteData } from './structured-data/page-data.ts'

const PLAIN_DETAILS = 'Local search engine optimization for real estate agents and brokerages, with a fixed scope each month.'
/** Ends a description that would say too little. */
const PLAIN_END = 'You read what we did in a plain report.'

export const { loader, facts } = publicData('Home', (content) => {
  const record = firstOf(content, banner)
  const { aboutDetails } = firstOf(content, about) ?? {}
  const description = descriptionOf(record?.bannerDetails, aboutDetails, PLAIN_DETAILS, PLAIN_END)
  return { title: record?.buttonTwoLink ?? PLAIN_HEADING, description }
})

/** The landing page: the spec's order, then the extras. */
export function Page() {
  const { content, facts } = useLoaderData<PublicData>()
  const packages = recordsOf(content, pricingPackage)
  const business = useBusiness()
  const { content: around, pictures } = useFrame()
  const own = firstOf(around, logo)
  const { fblink = '', inslink = '' } = firstOf(around, footerSocial) ?? {}
  const { origin } = useRoot()
  return (
    <main id="main" tabIndex={-1}>
      <PublicMeta page="Home" facts={facts} />
      <ContinueOrder packages={packages} says={wordsOf(content, bannerWords).continueOrder} />
      <PageSections page="Home" content={content} />
      <StructuredData
        graph={[
          websiteData(origin, business.name),
          businessData({
            origin,
            business,
            logo: own?.logo,
            pictures,
            profiles: [fblink, inslink],
            description: facts.description,
            packages,
          }),
        ]}
      />
    </main>
  )
}

/** The way on for whoever registered because they wanted to order; the address says what (UX, customer flow). */
function ContinueOrder({ packages, says }: { packages: readonly Package[]; says: string }) {
  const from = safeReturnPath(useSearchParams()[0].get(CONTINUE))
  const id = /^\/order-now\/([^/?#]+)/.exec(from ?? '')?.[1]
  const wanted = packages.find(({ _id }) => _id === id)
  if (!from || !wanted) return null
  return (
    <div className="good-news">
      <div className="container">
        <ArrowLink href={from}>{filled(says, { package: wanted.packageName })}</ArrowLink>
      </div>
    </div>
  )
}
