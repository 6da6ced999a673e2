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
