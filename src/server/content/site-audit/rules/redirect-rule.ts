import { redirect } from '#contract/content/kinds/redirect.ts'
import { parseMediaId } from '#contract/content/media-urls.ts'
import type { StoredRecord } from '../../records/records.ts'
import { type AuditedSiteWithContent, getVisibleRecords, type SiteRuleCheck } from '../audited-site.ts'
import { getEditorFixPlace } from '../fix-places.ts'

/** Finds redirects that lead visitors nowhere, and redirects that a page hides. */
export const redirectTargetRule: SiteRuleCheck = (site) =>
  getVisibleRecords(site, redirect).flatMap((record) => {
    const problem = findRedirectProblem(site, record.values)
    const place = getEditorFixPlace(redirect, record, problem?.field)
    return problem ? { says: problem.says, subject: record.id, pages: [], place } : []
  })

/** Returns what makes a redirect useless, and the field at fault. */
export function findRedirectProblem(
  site: Omit<AuditedSiteWithContent, 'pages'>,
  { oldPath = '', state, newPath = '' }: StoredRecord['values'],
): { field: 'oldPath' | 'newPath'; says: string } | undefined {
  if (!oldPath.includes('?') && site.findPage(oldPath))
    return { field: 'oldPath', says: `The redirect from ${oldPath} is never used, because that address has a page.` }
  const target = state === 'Moved' ? explainBadRedirectTarget(site, newPath) : undefined
  return target ? { field: 'newPath', says: `The redirect from ${oldPath} leads to ${newPath}, which ${target}` } : undefined
}

/** Returns why a redirect to this path helps no visitor, such as `doesn’t exist.` */
function explainBadRedirectTarget(site: Omit<AuditedSiteWithContent, 'pages'>, newPath: string): string | undefined {
  const url = URL.parse(newPath, site.origin)
  const path = url?.pathname ?? newPath
  const page = site.findPage(path)
  if (page) return page.access === 'anyone' ? undefined : 'visitors can’t open without logging in.'
  if (site.files.has(path) || parseMediaId(path)) return undefined
  const end = url && site.followRedirects(url)
  if (!end) return 'doesn’t exist.'
  return end.url ? undefined : 'you marked as gone.'
}
