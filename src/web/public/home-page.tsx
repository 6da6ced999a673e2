import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { about } from '#contract/content/kinds/about.ts'
import { accountActionConfirmationCopy } from '#contract/content/kinds/account-action-confirmation-copy.ts'
import { banner } from '#contract/content/kinds/banner.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import type { CopyKindTexts } from '#contract/core/define-page-copy-kind.ts'
import { getFirstRecord, getRecords, loadCopy } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { JUST_REGISTERED_PARAM } from '../return-path.ts'
import { ArrowLink } from '../ui/link-button.tsx'
import { createPublicPageLoader } from './load-public-page.ts'
import { buildMetaDescription } from './meta-description.ts'
import { DEFAULT_HOME_HEADING } from './sections/banner/section.tsx'
import { PageSections } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { PageStructuredData } from './structured-data/page-structured-data.tsx'

const DEFAULT_DESCRIPTION = 'Real estate SEO for agents and brokerages, with a fixed scope each month.'
/** Completes a description that is too short. */
const DEFAULT_CLOSING_SENTENCE = 'A plain report shows what we did and what changed.'

const pageData = createPublicPageLoader('Home', (content) => {
  const record = getFirstRecord(content, banner)
  const { aboutDetails } = getFirstRecord(content, about) ?? {}
  const description = buildMetaDescription(record?.bannerDetails, aboutDetails, DEFAULT_DESCRIPTION, DEFAULT_CLOSING_SENTENCE)
  return { title: record?.buttonTwoLink ?? DEFAULT_HOME_HEADING, description }
})

export const { metadata } = pageData

/** Loads the page, with the welcome copy if the URL says that the visitor has just registered. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const isNew = searchParams.has(JUST_REGISTERED_PARAM)
  const [loaded, welcomeCopy] = await Promise.all([
    pageData.loader(args),
    isNew ? loadCopy(getPageRequestContext(args.context).call, accountActionConfirmationCopy) : undefined,
  ])
  return { ...loaded, welcomeCopy }
}

/** Renders the landing page (P-134). */
export function Page() {
  const { content, metadata, welcomeCopy } = useLoaderData<typeof loader>()
  return (
    <main id="main" tabIndex={-1}>
      <SeoMeta page="Home" metadata={metadata} />
      {welcomeCopy && <WelcomeBanner copy={welcomeCopy} />}
      <PageSections page="Home" content={content} />
      <PageStructuredData page="Home" metadata={metadata} packages={getRecords(content, pricingPackage)} />
    </main>
  )
}

/** Says after registration what happens next. */
function WelcomeBanner({ copy }: { copy: CopyKindTexts<typeof accountActionConfirmationCopy> }) {
  return (
    <div className="success-notice">
      <div className="container">
        <p role="status">{copy.registeredHeading}</p>
        <ArrowLink href="/pricing/">{copy.registeredLink}</ArrowLink>
        <p>{copy.registeredNext}</p>
      </div>
    </div>
  )
}
