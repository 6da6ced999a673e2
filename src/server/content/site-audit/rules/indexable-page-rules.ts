import type { PublicPageName } from '#contract/core/public-pages.ts'
import type { AuditedSitePage, AuditedSiteWithContent, SiteRuleCheck } from '../audited-site.ts'
import { getPageFixPlace } from '../fix-places.ts'
import { stripTrailingSlash } from '../match-path-to-page.ts'

/** How many words a page needs that no more than one other page repeats. */
const MIN_OWN_WORDS = 200

/** These pages are complete with few words. */
const BRIEF_PAGES: ReadonlySet<PublicPageName> = new Set(['Contact', 'Privacy', 'Terms'])

/** Finds pages with few words of their own. Text that three pages share counts for none of them. */
export const thinPageRule: SiteRuleCheck = (site) => {
  const pageCounts = new Map<string, number>()
  for (const page of site.pages)
    for (const paragraph of new Set(page.html.paragraphs)) pageCounts.set(paragraph, (pageCounts.get(paragraph) ?? 0) + 1)
  return listSearchedPages(site).flatMap((page) => {
    if (BRIEF_PAGES.has(page.page) || page.status !== 200) return []
    const ownParagraphs = page.html.paragraphs.filter((paragraph) => (pageCounts.get(paragraph) ?? 0) <= 2)
    const count = ownParagraphs.reduce((sum, paragraph) => sum + paragraph.split(' ').length, 0)
    if (count >= MIN_OWN_WORDS) return []
    const says = `This page has ${count === 1 ? '1 word' : `${count} words`} of its own. Aim for ${MIN_OWN_WORDS} or more.`
    return { says, pages: [page.name], place: getPageFixPlace(site, page) }
  })
}

/** Finds pages that no other page links. Visitors and search engines don't find them. */
export const orphanPageRule: SiteRuleCheck = (site) =>
  listSearchedPages(site).flatMap((page) => {
    const isLinked = site.pages.some((other) => other !== page && linksTo(site, other, page))
    if (isLinked || page.path === '/') return []
    return {
      says: 'No other page links to this page, so visitors can’t find it.',
      pages: [page.name],
      place: getPageFixPlace(site, page),
    }
  })

function listSearchedPages({ pages }: AuditedSiteWithContent): AuditedSitePage[] {
  return pages.filter(({ metadata }) => !metadata.isHiddenFromSearch && !metadata.canonicalUrl)
}

function linksTo({ origin }: AuditedSiteWithContent, { path, html }: AuditedSitePage, target: AuditedSitePage): boolean {
  return html.links.some(({ href }) => {
    const url = URL.parse(href, origin + path)
    return url?.origin === origin && stripTrailingSlash(url.pathname) === stripTrailingSlash(target.path)
  })
}
