import type { faqItem } from '../../../contract/content/kinds/faq-item.ts'
import type { RecordOf } from '../../../contract/grammar/content-kind.ts'
import { type PublicPageName, publicPage } from '../../../contract/grammar/public-pages.ts'
import { type BusinessFacts, businessData, businessName } from './business-data.ts'

/** The site as a whole, for the landing page alone. */
export function websiteData(origin: string, name: string): object {
  return { '@type': 'WebSite', '@id': `${origin}/#website`, name, url: `${origin}/`, publisher: businessName(origin, name) }
}

/** The way from the landing page to another; `last` where that is the page of a record, which `page` lists. */
export function breadcrumbData(origin: string, page: PublicPageName, last?: { name: string; path: string }): object {
  const way = [publicPage('Home'), publicPage(page), ...(last ? [last] : [])]
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
export function contactData(facts: BusinessFacts): object[] {
  const { origin, business } = facts
  const { name, path } = publicPage('Contact')
  const about = businessName(origin, business.name)
  return [{ '@type': 'ContactPage', name, url: origin + path, about }, businessData(facts)]
}

/** The questions that a page shows; nothing where it shows none. One page of the site has it: search engines ask for each question once. */
export function faqData(items: readonly RecordOf<typeof faqItem>[]): object[] {
  if (items.length === 0) return []
  const mainEntity = items.map(({ accodingTitle, accodingText }) => ({
    '@type': 'Question',
    name: accodingTitle,
    acceptedAnswer: { '@type': 'Answer', text: accodingText },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}
