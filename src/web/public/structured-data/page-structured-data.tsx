import type { PricingPackage } from '#contract/content/list-package-points.ts'
import { useSiteFrameContent } from '../../layout/use-site-frame-content.ts'
import { useRootData } from '../../root-route.tsx'
import { buildBusinessData } from './business-data.ts'
import { buildOffersData } from './offer-data.ts'
import { buildPageStructuredData, buildWebsiteData, type PageStructuredDataInput } from './page-data.ts'
import { usePublishedBusinessFacts } from './use-published-business-facts.ts'

type Props = Omit<PageStructuredDataInput, 'origin'> & {
  /** The packages that the page shows with their prices. */
  packages?: readonly PricingPackage[]
  /** More nodes, such as the services of the page. */
  nodes?: readonly object[]
}

/**
 * Renders the page's structured data: one graph of the site, the business, the page and what it shows. Its nodes refer to
 * each other by `@id`. The content security policy allows it: it isn't a script.
 */
export function PageStructuredData({ packages = [], nodes = [], ...pageNode }: Props) {
  const { origin } = useRootData()
  const { pictures } = useSiteFrameContent()
  const publishedFacts = usePublishedBusinessFacts()
  const { business } = publishedFacts
  const graph = [
    buildWebsiteData(origin, business.name),
    buildBusinessData({ origin, pictures, packages, ...publishedFacts }),
    ...buildPageStructuredData({ origin, ...pageNode }),
    ...nodes,
    ...buildOffersData(origin, business, packages),
  ]
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every `<` escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
