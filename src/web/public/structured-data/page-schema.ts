import type { faqItem } from '../../../contract/content/kinds/faq-item.ts'
import type { ContentRecord } from '../../../contract/core/content-kind.ts'
import { getPublicPage, type PublicPageName } from '../../../contract/core/public-pages.ts'
import { type BusinessFacts, buildBusinessData, buildBusinessReference } from './business-data.ts'

/** The site as a whole, for the landing page alone. */
export function buildWebsiteData(origin: string, name: string): object {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name,
    url: `${origin}/`,
    publisher: buildBusinessReference(origin, name),
  }
}

/** The way from the landing page to another; `last` where that is the page of a record, which `page` lists. */
export function buildBreadcrumbData(origin: string, page: PublicPageName, last?: { name: string; path: string }): object {
  const way = [getPublicPage('Home'), getPublicPage(page), ...(last ? [last] : [])]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

/** The contact page and, in full, the business that it leads to. */
export function buildContactData(facts: BusinessFacts): object[] {
  const { origin, business } = facts
  const { name, path } = getPublicPage('Contact')
  const about = buildBusinessReference(origin, business.name)
  return [{ '@type': 'ContactPage', name, url: origin + path, about }, buildBusinessData(facts)]
}

/** The questions that a page shows; nothing where it shows none. One page of the site has it: search engines ask for each question once. */
export function buildFaqData(items: readonly ContentRecord<typeof faqItem>[]): object[] {
  if (items.length === 0) return []
  const mainEntity = items.map(({ accodingTitle, accodingText }) => ({
    '@type': 'Question',
    name: accodingTitle,
    acceptedAnswer: { '@type': 'Answer', text: accodingText },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}
