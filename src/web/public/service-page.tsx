import { useLoaderData } from 'react-router'
import { pricingPackage } from '../../contract/content/kinds/pricing-package.ts'
import { serviceItem } from '../../contract/content/kinds/service-item.ts'
import { servicePageCopy } from '../../contract/content/kinds/service-page-copy.ts'
import { getPublicPage } from '../../contract/core/public-pages.ts'
import { getRecords } from '../page-content.ts'
import { useRootData } from '../root-route.tsx'
import { StructuredDataScript } from '../ui/structured-data-script.tsx'
import { createItemPageLoader, type PublicPageData } from './load-public-page.ts'
import { getSectionForKind } from './sections/public-sections.tsx'
import { findIncludingPackages } from './sections/service-page/service-facts.ts'
import { SeoMeta } from './seo-meta.tsx'
import { buildServiceData } from './structured-data/business-data.ts'
import { buildBreadcrumbData } from './structured-data/page-schema.ts'
import { usePublishedFacts } from './structured-data/use-published-facts.ts'

/** What search results show, in characters. */
const MAX_DESCRIPTION_CHARS = 155

export const { loader, facts } = createItemPageLoader(
  'Service pages',
  serviceItem,
  ({ serviceHeading, serviceTitle, serviceWork }) => ({
    title: serviceHeading.trim() || serviceTitle,
    description: takeFirstSentences(serviceWork),
  }),
)

/** One service: what it is, what a client receives and gives, and in which packages it is (docs/decisions/0056). */
export function Page() {
  const { content, facts } = useLoaderData<PublicPageData>()
  const { origin } = useRootData()
  const { business } = usePublishedFacts()
  const [item] = getRecords(content, serviceItem)
  if (!item) return null
  const packages = findIncludingPackages(item, getRecords(content, pricingPackage)).map(({ record }) => record)
  const { description } = facts
  return (
    <main id="main" tabIndex={-1}>
      <SeoMeta page="Service pages" path={item._path ?? getPublicPage('Services').path} facts={facts} />
      {getSectionForKind(servicePageCopy).render(content, 'Service pages')}
      <StructuredDataScript
        graph={[
          buildBreadcrumbData(origin, 'Services', { name: item.serviceTitle, path: item._path ?? '' }),
          buildServiceData({ origin, business, item, description, packages }),
        ]}
      />
    </main>
  )
}

/** As many whole sentences as there is room for; the first in any case. */
function takeFirstSentences(text: string): string {
  const sentences = text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]) /)
  return sentences.reduce((said, next) => (`${said} ${next}`.length <= MAX_DESCRIPTION_CHARS ? `${said} ${next}` : said))
}
