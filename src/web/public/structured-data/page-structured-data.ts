import type { faqItem } from '../../../contract/content/kinds/faq-item.ts'
import type { ContentRecord } from '../../../contract/core/content-kind.ts'
import { getPublicPage, type PublicPageName } from '../../../contract/core/public-pages.ts'
import { type BusinessFacts, buildBusinessData, buildBusinessReference } from './business-data.ts'

/** Builds the data of the whole site. Only the landing page has it. */
export function buildWebsiteData(origin: string, name: string): object {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name,
    url: `${origin}/`,
    publisher: buildBusinessReference(origin, name),
  }
}

/** Builds the breadcrumbs of a page. `last` is the page of a record, below the page that lists it. */
export function buildBreadcrumbData(origin: string, page: PublicPageName, last?: { name: string; path: string }): object {
  const crumbs = [getPublicPage('Home'), getPublicPage(page), ...(last ? [last] : [])]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

/** Builds the data of the contact page, with the full data of the business. */
export function buildContactData(facts: BusinessFacts): object[] {
  const { origin, business } = facts
  const { name, path } = getPublicPage('Contact')
  const about = buildBusinessReference(origin, business.name)
  return [{ '@type': 'ContactPage', name, url: origin + path, about }, buildBusinessData(facts)]
}

/** Builds the data of a page's questions. Only one page may have it: search engines accept each question once. */
export function buildFaqData(items: readonly ContentRecord<typeof faqItem>[]): object[] {
  if (items.length === 0) return []
  const mainEntity = items.map(({ accodingTitle, accodingText }) => ({
    '@type': 'Question',
    name: accodingTitle,
    acceptedAnswer: { '@type': 'Answer', text: accodingText },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}
