import { redirect } from '../../../../contract/content/kinds/redirect.ts'
import { mediaIdOf } from '../../../../contract/content/media.ts'
import { isEmail } from '../../../../contract/grammar/text.ts'
import type { Place, Problem } from '../audit.ts'
import { bare } from '../page-at.ts'
import type { PageLink } from '../read-page.ts'
import { type Check, type CheckedPage, partOf, recordsOf, type Site, whereSaid } from '../site.ts'

/** Files that the server makes by itself. */
const MADE_FILES = ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest']

/** `example.com/page` without its beginning: the ends that people write, so that `brochure.pdf` is none. */
const BARE_DOMAIN =
  /^\/?(?:www\.[a-z0-9-]+\.|[a-z0-9-]+\.(?:com|org|net|info|biz|io|co|us|uk|eu|ca|au|de|fr|app|dev|me|tv|be|ai)(?:[/:?#]|$))/i

/** Of other sites only the spelling is looked at: nothing is asked of them. */
export const brokenLink: Check = (site) =>
  eachLink(site, ({ page, href, words }) => {
    const place = () => placeIn(site, page, href)
    const why = isBareDomain(site, href) ? undefined : brokenBecause(site, page, href, () => place() !== undefined)
    if (!why) return undefined
    const name = words ? `The link “${words}”` : 'A link'
    return { says: `${name} ${why}`, subject: href, pages: [page.name], place: place() ?? partOf(page) }
  })

export const bareDomain: Check = (site) =>
  eachLink(site, ({ page, href }) => {
    if (!isBareDomain(site, href)) return undefined
    const says = `The link to ${href.replace(/^\//, '')} lacks its https://, so it leads to a page of this site that does not exist.`
    return { says, subject: href, pages: [page.name], place: placeIn(site, page, href) ?? partOf(page) }
  })

function eachLink(site: Site, judge: (link: PageLink & { page: CheckedPage }) => Problem | undefined): Problem[] {
  return site.pages.flatMap((page) => page.html.links.flatMap((link) => judge({ ...link, page }) ?? []))
}

/** The field that holds the address; none where the design leads there. */
function placeIn(site: Site, page: CheckedPage, href: string): Place | undefined {
  return whereSaid(site, page, (value) => isOf(value, href))
}

/** A phone number or an email stands in its field without what its link begins with. */
function isOf(value: string, href: string): boolean {
  const said = value.trim()
  if (said === '') return false
  if (said === href || href === `mailto:${said}`) return true
  return href.startsWith('tel:') && /\d/.test(said) && href === `tel:${said.replace(/[^\d+]/g, '')}`
}

function isBareDomain(site: Site, href: string): boolean {
  return BARE_DOMAIN.test(href) && !site.files.has(href)
}

function brokenBecause(site: Site, page: CheckedPage, href: string, isContent: () => boolean): string | undefined {
  if (href.startsWith('mailto:')) return isEmail(decoded(href)) ? undefined : 'leads to no email address.'
  if (href.startsWith('tel:')) return /\d{3}/.test(href) ? undefined : 'leads to no phone number.'
  const url = URL.parse(href, site.origin + page.path)
  if (href.trim() === '' || !url) return `leads to ${href.trim() || 'nothing'}, which is no address.`
  if (url.origin !== site.origin) {
    return isHost(url.hostname) ? undefined : `leads to ${href}, which is no address on the web.`
  }
  const missing = missingAt(site, url.pathname)
  if (missing) return `leads to ${url.pathname}, ${missing}`
  // What the design leads to is there as soon as that part of the page has content.
  const anchor = decoded(url.hash.slice(1))
  const target = anchor && site.pages.find(({ path }) => bare(path) === bare(url.pathname))
  if (!target || target.html.ids.has(anchor) || !isContent()) return undefined
  return `leads to ${href}, and no part of that page is called so.`
}

/** Why nothing for visitors is there; undefined where something is. */
function missingAt(site: Site, path: string): string | undefined {
  const mediaId = mediaIdOf(path)
  if (mediaId) return site.pictures.has(mediaId) ? undefined : 'where there is no picture any more.'
  if (site.files.has(path) || MADE_FILES.includes(path)) return undefined
  const page = site.pageAt(path)
  if (page) return page.access === 'admin' ? 'which visitors may not see.' : undefined
  const moved = recordsOf(site, redirect).find(({ values }) => bare(values.oldPath ?? '') === bare(path))
  if (!moved) return 'where there is no page.'
  return moved.values.state === 'Gone' ? 'of which you have said that it is gone.' : undefined
}

/** A name with a dot that others can reach, or an address of numbers. */
export function isHost(name: string): boolean {
  return name.startsWith('[') || (/^[^.]+(?:\.[^.]+)+\.?$/.test(name) && !name.endsWith('.localhost'))
}

function decoded(text: string): string {
  const said = text.replace(/^mailto:/, '').split('?')[0] ?? ''
  try {
    return decodeURIComponent(said)
  } catch {
    return said
  }
}
