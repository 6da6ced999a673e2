import { useLoaderData } from 'react-router'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { servicePageCopy } from '#contract/content/kinds/service-page-copy.ts'
import { getPublicPage } from '#contract/core/public-pages.ts'
import { getRecords } from '../page-content.ts'
import { useRootData } from '../root-route.tsx'
import { createPublicDetailPageLoader, type PublicPageData } from './load-public-page.ts'
import { findPackagesIncludingService } from './sections/pricing/packages.ts'
import { getSectionForKind } from './sections/public-sections.tsx'
import { SeoMeta } from './seo-meta.tsx'
import { buildServiceData } from './structured-data/offer-data.ts'
import { PageStructuredData } from './structured-data/page-structured-data.tsx'
import { buildServiceId } from './structured-data/structured-data-ids.ts'
import { usePublishedBusinessFacts } from './structured-data/use-published-business-facts.ts'

/** How many characters search results show. */
const MAX_DESCRIPTION_CHARS = 155

export const { loader, metadata } = createPublicDetailPageLoader(
  'Service pages',
  serviceItem,
  ({ serviceHeading, serviceTitle, serviceWork }) => ({
    title: serviceHeading.trim() || serviceTitle,
    description: takeFirstSentences(serviceWork),
  }),
)

/** Renders one service and the packages that include it (docs/decisions/0056). */
export function Page() {
  const { content, metadata } = useLoaderData<PublicPageData>()
  const { origin } = useRootData()
  const { business } = usePublishedBusinessFacts()
  const [item] = getRecords(content, serviceItem)
  if (!item) return null
  const packages = findPackagesIncludingService(item, getRecords(content, pricingPackage))
  const { description } = metadata
  return (
    <main id="main" tabIndex={-1}>
      <SeoMeta page="Service pages" path={item._path ?? getPublicPage('Services').path} metadata={metadata} />
      {getSectionForKind(servicePageCopy).render(content, 'Service pages')}
      <PageStructuredData
        page="Service pages"
        metadata={metadata}
        record={{ name: item.serviceTitle, path: item._path ?? '' }}
        mainEntity={buildServiceId(origin, item)}
        packages={packages}
        nodes={[buildServiceData({ origin, business, item, description, packages })]}
      />
    </main>
  )
}

/** Returns as many whole sentences as fit, at least the first. */
function takeFirstSentences(text: string): string {
  const sentences = text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]) /)
  return sentences.reduce((text, next) => (`${text} ${next}`.length <= MAX_DESCRIPTION_CHARS ? `${text} ${next}` : text))
}
