import { redirect } from '../../../../contract/content/kinds/redirect.ts'
import { parseMediaId } from '../../../../contract/content/media-urls-and-variant-widths.ts'
import { type AuditedSiteWithContent, getVisibleRecords, type SiteRuleCheck } from '../audited-site.ts'
import { getEditorFixPlace } from '../fix-places.ts'

/** Finds redirects that lead visitors nowhere, and redirects that a page hides. */
export const redirectTargetRule: SiteRuleCheck = (site) =>
  getVisibleRecords(site, redirect).flatMap((record) => {
    const { oldPath = '', state, newPath = '' } = record.values
    const target = state === 'Moved' ? explainBadRedirectTarget(site, newPath) : undefined
    const hidingPage = oldPath.includes('?') ? undefined : site.findPage(oldPath)
    const says = hidingPage
      ? `The redirect from ${oldPath} is never used, because that address has a page.`
      : `The redirect from ${oldPath} leads to ${newPath}, which ${target}`
    if (!hidingPage && !target) return []
    const place = getEditorFixPlace(redirect, record, hidingPage ? 'oldPath' : 'newPath')
    return { says, subject: record.id, pages: [], place }
  })

/** Returns why a redirect to this path helps no visitor, such as `doesn’t exist.` */
export function explainBadRedirectTarget(site: Omit<AuditedSiteWithContent, 'pages'>, newPath: string): string | undefined {
  const url = URL.parse(newPath, site.origin)
  const path = url?.pathname ?? newPath
  const page = site.findPage(path)
  if (page) return page.access === 'anyone' ? undefined : 'visitors can’t open without logging in.'
  if (site.files.has(path) || parseMediaId(path)) return undefined
  const end = url && site.followRedirects(url)
  if (!end) return 'doesn’t exist.'
  return end.url ? undefined : 'you marked as gone.'
}
