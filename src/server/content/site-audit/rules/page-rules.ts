import type { PublicPageName } from '#contract/core/public-pages.ts'
import type { AuditedSitePage, AuditedSiteWithContent, SiteRuleCheck } from '../audited-site.ts'
import { getPageFixPlace } from '../fix-places.ts'
import { stripTrailingSlash } from '../match-path-to-page.ts'
import { equalsIgnoringWhitespace, isBlank } from '../parse-page-html.ts'
import type { AnyAuditedSite, AuditedPage, RuleProblem } from '../run-audit-rules.ts'

/** Finds pages that can't be shown. */
export function pageStatusRule({ pages }: Pick<AnyAuditedSite, 'pages'>): RuleProblem[] {
  return pages
    .filter(({ status }) => status !== 200)
    .map(({ name, path, status }) => ({
      says: `This page doesn’t load (error ${status}).`,
      subject: String(status),
      pages: [name],
      place: { name, path },
    }))
}

/** Requires exactly one heading of level 1, with text. */
export function mainHeadingRule<Page extends AuditedPage>(site: AnyAuditedSite<Page>): RuleProblem[] {
  return site.pages.flatMap((page) => {
    const mainHeadings = page.html.headings.filter(({ level }) => level === 1)
    if (mainHeadings.length === 1 && mainHeadings.every(({ text }) => !isBlank(text))) return []
    const says =
      mainHeadings.length === 0
        ? 'This page has no main heading.'
        : mainHeadings.length === 1
          ? 'The main heading on this page is empty.'
          : `This page has ${mainHeadings.length} main headings. It should have one.`
    return {
      says,
      subject: String(Math.min(mainHeadings.length, 2)),
      pages: [page.name],
      place: findHeadingFixPlace(site, page, mainHeadings[0]?.text),
    }
  })
}

/** Requires that a heading is at most one level deeper than the one before, and that none is empty. */
export function skippedLevelAndEmptyHeadingRule<Page extends AuditedPage>(site: AnyAuditedSite<Page>): RuleProblem[] {
  return site.pages.flatMap((page) =>
    page.html.headings.flatMap(({ level, text }, index) => {
      const before = page.html.headings[index - 1]
      const says =
        level > 1 && isBlank(text)
          ? 'A heading on this page is empty.'
          : before && level > before.level + 1
            ? `The heading “${text}” skips a level after “${before.text}”.`
            : undefined
      return says ? { says, subject: `${level} ${text}`, pages: [page.name], place: findHeadingFixPlace(site, page, text) } : []
    }),
  )
}

/** Requires text in every link, so that screen reader users know where it leads. */
export function emptyLinkTextRule<Page extends AuditedPage>(site: AnyAuditedSite<Page>): RuleProblem[] {
  return site.pages.flatMap((page) =>
    page.html.links
      .filter(({ words }) => isBlank(words))
      .map(({ href }) => ({
        says: `The link to ${href} has no text.`,
        subject: href,
        pages: [page.name],
        place: site.locate(page, (value) => value.trim() === href),
      })),
  )
}

function findHeadingFixPlace<Page extends AuditedPage>(site: AnyAuditedSite<Page>, page: Page, text = '') {
  return site.locate(page, isBlank(text) ? undefined : (value) => equalsIgnoringWhitespace(value, text))
}

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
