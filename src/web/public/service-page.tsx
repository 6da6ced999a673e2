import { useLoaderData } from 'react-router'
import { pricingPackage } from '../../contract/content/kinds/pricing-package.ts'
import { serviceItem } from '../../contract/content/kinds/service-item.ts'
import { servicePageWords } from '../../contract/content/kinds/service-page-words.ts'
import { publicPage } from '../../contract/grammar/public-pages.ts'
import { recordsOf } from '../page-content.ts'
import { useRoot } from '../root.tsx'
import { StructuredData } from '../ui/structured-data.tsx'
import { itemData, type PublicData } from './public-data.ts'
import { PublicMeta } from './public-meta.tsx'
import { sectionOf } from './sections/all-sections.tsx'
import { includedIn } from './sections/service-page/service-facts.ts'
import { serviceData } from './structured-data/business-data.ts'
import { breadcrumbData } from './structured-data/page-data.ts'
import { useStatedFacts } from './structured-data/stated-facts.ts'

/** What search results show, in characters. */
const MOST_DESCRIBED = 155

export const { loader, facts } = itemData('Service pages', serviceItem, ({ serviceHeading, serviceTitle, serviceWork }) => ({
  title: serviceHeading.trim() || serviceTitle,
  description: firstSentences(serviceWork),
}))

/** One service: what it is, what a client receives and gives, and in which packages it is (docs/decisions/0056). */
export function Page() {
  const { content, facts } = useLoaderData<PublicData>()
  const { origin } = useRoot()
  const { business } = useStatedFacts()
  const [item] = recordsOf(content, serviceItem)
  if (!item) return null
  const packages = includedIn(item, recordsOf(content, pricingPackage)).map(({ record }) => record)
  const { description } = facts
  return (
    <main id="main" tabIndex={-1}>
      <PublicMeta page="Service pages" path={item._path ?? publicPage('Services').path} facts={facts} />
      {sectionOf(servicePageWords).draw(content, 'Service pages')}
      <StructuredData
        graph={[
          breadcrumbData(origin, 'Services', { name: item.serviceTitle, path: item._path ?? '' }),
          serviceData({ origin, business, item, description, packages }),
        ]}
      />
    </main>
  )
}

/** As many whole sentences as there is room for; the first in any case. */
function firstSentences(text: string): string {
  const sentences = text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]) /)
  return sentences.reduce((said, next) => (`${said} ${next}`.length <= MOST_DESCRIBED ? `${said} ${next}` : said))
}
