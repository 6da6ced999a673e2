import type { SiteAuditFinding } from '#contract/content/site-audit.ts'
import { detailPages, publicPages } from '#contract/core/public-pages.ts'

/** The findings of one page. `otherPages` are the further pages with the same finding. */
export type PageFindingGroup = {
  title: string
  path?: string
  findings: readonly (SiteAuditFinding & { otherPages: readonly string[] })[]
}

const EVERY_PAGE_TITLE = 'Every page'
const NO_PAGE_TITLE = 'Not on a page yet'

/** Lists each finding once, under its first page. Groups with errors come first. */
export function groupFindingsByPage(findings: readonly SiteAuditFinding[]): PageFindingGroup[] {
  const byTitle = Map.groupBy(findings, getGroupTitle)
  const groupOrder = [
    { name: EVERY_PAGE_TITLE, path: undefined },
    ...publicPages.map(({ name, path }) => ({ name: name as string, path })),
    // A record's own page is named by its path.
    ...[...byTitle.keys()].filter((title) => title.startsWith('/')).map((path) => ({ name: path, path })),
    ...detailPages.map(({ name }) => ({ name, path: undefined })),
    { name: NO_PAGE_TITLE, path: undefined },
  ]
  const groups = groupOrder.flatMap(({ name, path }) => {
    const groupMembers = byTitle.get(name) ?? []
    const groupedFindings = groupMembers.map((finding) => ({
      ...finding,
      otherPages: name === EVERY_PAGE_TITLE ? [] : finding.pages.slice(1),
    }))
    return groupMembers.length === 0 ? [] : [{ title: name, ...(path && { path }), findings: groupedFindings }]
  })
  return groups.toSorted((a, b) => Number(hasError(b)) - Number(hasError(a)))
}

function getGroupTitle({ pages }: SiteAuditFinding): string {
  return publicPages.every(({ name }) => pages.includes(name)) ? EVERY_PAGE_TITLE : (pages[0] ?? NO_PAGE_TITLE)
}

function hasError({ findings }: PageFindingGroup): boolean {
  return findings.some(({ severity }) => severity === 'error')
}
