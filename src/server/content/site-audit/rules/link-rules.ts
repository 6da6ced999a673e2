import { redirect } from '#contract/content/kinds/redirect.ts'
import { parseMediaId } from '#contract/content/media-urls.ts'
import { isEmail } from '#contract/core/text-schemas.ts'
import type { StoredRecord } from '../../records/records.ts'
import type { AuditedSitePage } from '../audited-site.ts'
import { type AuditedSiteWithContent, getVisibleRecords, type SiteRuleCheck } from '../audited-site.ts'
import { findFixPlaceByValue, getEditorFixPlace, getFallbackFixPlace } from '../fix-places.ts'
import { stripTrailingSlash } from '../match-path-to-page.ts'
import type { ParsedPageLink } from '../parse-page-html.ts'
import type { FixPlace, RuleProblem } from '../run-audit-rules.ts'

/** Files that the server generates. */
const GENERATED_FILES = ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest']

/** Matches `example.com/page`, which lacks its scheme. Lists common endings, so that `brochure.pdf` doesn't match. */
const BARE_DOMAIN =
  /^\/?(?:www\.[a-z0-9-]+\.|[a-z0-9-]+\.(?:com|org|net|info|biz|io|co|us|uk|eu|ca|au|de|fr|app|dev|me|tv|be|ai)(?:[/:?#]|$))/i

/** For links to other sites, checks only the URL and sends no request. */
export const brokenLinkRule: SiteRuleCheck = (site) =>
  checkLinks(site, ({ page, href, words }) => {
    const place = () => findLinkFixPlace(site, page, href)
    const explanation = isBareDomain(site, href) ? undefined : explainBrokenLink(site, page, href, () => place() !== undefined)
    if (!explanation) return undefined
    const name = words ? `The link “${words}”` : 'A link'
    return {
      says: `${name} ${explanation}`,
      subject: href,
      pages: [page.name],
      place: place() ?? getFallbackFixPlace(site, page),
    }
  })

export const bareDomainLinkRule: SiteRuleCheck = (site) =>
  checkLinks(site, ({ page, href }) => {
    if (!isBareDomain(site, href)) return undefined
    const says = `The link to ${href.replace(/^\//, '')} needs https:// in front. Without it, the link leads to a missing page on your site.`
    return {
      says,
      subject: href,
      pages: [page.name],
      place: findLinkFixPlace(site, page, href) ?? getFallbackFixPlace(site, page),
    }
  })

function checkLinks(
  site: AuditedSiteWithContent,
  checkLink: (link: ParsedPageLink & { page: AuditedSitePage }) => RuleProblem | undefined,
): RuleProblem[] {
  return site.pages.flatMap((page) => page.html.links.flatMap((link) => checkLink({ ...link, page }) ?? []))
}

/** Returns the field that holds the URL, or undefined if the design sets the link. */
function findLinkFixPlace(site: AuditedSiteWithContent, page: AuditedSitePage, href: string): FixPlace | undefined {
  return findFixPlaceByValue(site, page, (value) => isLinkOfValue(value, href))
}

/** A field holds a phone number or an email without `tel:` or `mailto:`. A formatted text holds links in Markdown. */
function isLinkOfValue(value: string, href: string): boolean {
  const linkValue = value.trim()
  if (linkValue === '') return false
  if (linkValue === href || href === `mailto:${linkValue}` || linkValue.includes(`](${href}`)) return true
  return href.startsWith('tel:') && /\d/.test(linkValue) && href === `tel:${linkValue.replace(/[^\d+]/g, '')}`
}

function isBareDomain(site: AuditedSiteWithContent, href: string): boolean {
  return BARE_DOMAIN.test(href) && !site.files.has(href)
}

function explainBrokenLink(
  site: AuditedSiteWithContent,
  page: AuditedSitePage,
  href: string,
  isContent: () => boolean,
): string | undefined {
  if (href.startsWith('mailto:')) return isEmail(decodeLink(href)) ? undefined : 'needs a valid email address.'
  if (href.startsWith('tel:')) return /\d{3}/.test(href) ? undefined : 'needs a valid phone number.'
  const url = URL.parse(href, site.origin + page.path)
  if (href.trim() === '' || !url) return `leads to ${href.trim() || 'nothing'}, which isn’t a valid address.`
  if (url.origin !== site.origin) {
    return isPublicHostName(url.hostname) ? undefined : `leads to ${href}, which isn’t on the public web.`
  }
  const missing = explainMissingPath(site, url)
  if (missing) return `leads to ${url.pathname}, ${missing}`
  // The design's own links may lead to a part of the page that has no content yet.
  const anchor = decodeLink(url.hash.slice(1))
  const target = anchor && site.pages.find(({ path }) => stripTrailingSlash(path) === stripTrailingSlash(url.pathname))
  if (!target || target.html.ids.has(anchor) || !isContent()) return undefined
  return `leads to ${href}, but that page has no part with this name.`
}

/** Returns why visitors find nothing at a path, or undefined if they find something. */
function explainMissingPath(site: AuditedSiteWithContent, url: URL): string | undefined {
  const path = url.pathname
  const mediaId = parseMediaId(path)
  if (mediaId) return site.pictures.has(mediaId) ? undefined : 'an image that no longer exists.'
  if (site.files.has(path) || GENERATED_FILES.includes(path)) return undefined
  const page = site.findPage(path)
  if (page) return page.access === 'admin' ? 'which visitors can’t open.' : undefined
  const end = site.followRedirects(url)
  if (!end) return 'which doesn’t exist.'
  return end.url ? undefined : 'which you marked as gone.'
}

/** True for a name with a dot that isn't local, and for an IPv6 address. */
export function isPublicHostName(name: string): boolean {
  return name.startsWith('[') || (/^[^.]+(?:\.[^.]+)+\.?$/.test(name) && !name.endsWith('.localhost'))
}

function decodeLink(text: string): string {
  const encodedText = text.replace(/^mailto:/, '').split('?')[0] ?? ''
  try {
    return decodeURIComponent(encodedText)
  } catch {
    return encodedText
  }
}

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
