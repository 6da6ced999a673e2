import type { PageMetadata } from '#contract/core/page-rendering-interface.ts'
import { getPublicPage, type PublicPageName } from '#contract/core/public-pages.ts'
import { buildBusinessReference } from './structured-data-ids.ts'

/** Builds the data of the whole site. */
export function buildWebsiteData(origin: string, name: string): object {
  return {
    '@type': 'WebSite',
    ...referToWebsite(origin),
    name,
    url: `${origin}/`,
    inLanguage: 'en-US',
    publisher: buildBusinessReference(origin),
  }
}

function referToWebsite(origin: string) {
  return { '@id': `${origin}/#website` }
}

export type PageStructuredDataInput = {
  origin: string
  page: PublicPageName
  metadata: PageMetadata
  /** The page of a record, below the page that lists it. */
  record?: { name: string; path: string } | undefined
  /** The `@id` of what the page is mainly about. */
  mainEntity?: string | undefined
}

/** Builds the data of the page itself and its breadcrumbs, which the home page doesn't have. */
export function buildPageStructuredData({ origin, page, metadata, record, mainEntity }: PageStructuredDataInput): object[] {
  const { path, parentPage } = getPublicPage(page)
  const url = origin + (record?.path ?? path)
  const isHome = page === 'Home'
  const breadcrumb = { '@id': `${url}#breadcrumb` }
  const listPage = record ? getPublicPage((parentPage ?? page) as PublicPageName) : getPublicPage(page)
  const crumbs = [getPublicPage('Home'), listPage, ...(record ? [record] : [])]
  const webPage = {
    '@type': PAGE_TYPES[page] ?? 'WebPage',
    '@id': `${url}#webpage`,
    url,
    name: metadata.title,
    description: metadata.description || undefined,
    inLanguage: 'en-US',
    isPartOf: referToWebsite(origin),
    ...(mainEntity ? { mainEntity: { '@id': mainEntity } } : { about: buildBusinessReference(origin) }),
    ...(!isHome && { breadcrumb }),
  }
  if (isHome) return [webPage]
  const itemListElement = crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  }))
  return [webPage, { '@type': 'BreadcrumbList', ...breadcrumb, itemListElement }]
}

/** Pages with a more exact type. */
const PAGE_TYPES: Partial<Record<PublicPageName, string>> = { Contact: 'ContactPage', Services: 'CollectionPage' }
