/** A page that search engines may list; `name` is what `shownOn` of a content kind calls it. */
export type PublicPage = {
  name: string
  path: `/${string}`
  /** Another address of the same page, which names the first as the one to list. */
  alternatePath?: `/${string}`
  /** Of pages of records: the public page that lists them. */
  parentPage?: string
}

/**
 * Every page that search engines may list, at its one address. The sitemap, the search results that the
 * owner edits, the share images and the speculation rules read this.
 */
export const publicPages = [
  { name: 'Home', path: '/' },
  { name: 'Services', path: '/service/' },
  { name: 'Pricing', path: '/pricing/' },
  { name: 'Contact', path: '/contact', alternatePath: '/contact-us' },
  { name: 'Sample report', path: '/sample-report' },
  { name: 'Sample audit', path: '/sample-audit' },
  { name: 'Privacy', path: '/privacy' },
  { name: 'Terms', path: '/terms' },
] as const satisfies readonly PublicPage[]

/** A page for each record of a kind that says enough for one (docs/decisions/0056). */
type DetailPage = {
  /** What `shownOn` of a content kind calls all of them. */
  name: string
  path: `/${string}/:slug`
  /** The public page that lists them. */
  parentPage: (typeof publicPages)[number]['name']
  kind: string
  /** The field of which the end of the address is made. */
  titleField: string
  /** Fields without which a page would say next to nothing: such a record stands on the page above alone. */
  requiredFields: readonly string[]
}

/** Every kind of which each record has a page of its own. Whatever reads `publicPages` follows these too. */
export const detailPages = [
  {
    name: 'Service pages',
    path: '/service/:slug',
    parentPage: 'Services',
    kind: 'service-item',
    titleField: 'serviceTitle',
    requiredFields: ['serviceWork', 'serviceReceives'],
  },
] as const satisfies readonly DetailPage[]

export type DetailPageName = (typeof detailPages)[number]['name']
export type PublicPageName = (typeof publicPages)[number]['name'] | DetailPageName

/** A public page as it is there now: one of `publicPages`, or the page of a record, which has an id. */
export type PublishedPage = { name: PublicPageName; path: string; title: string; recordId?: string }

/** In `shownOn` of what stands around every page, accounts and orders included. */
export const EVERY_PAGE = 'Every page'

/** Throws for a name that is none: a public page must be declared here. Those of records have `:slug` in their path. */
export function getPublicPage(name: PublicPageName): PublicPage {
  const page = [...publicPages, ...detailPages].find((one) => one.name === name)
  if (!page) throw new Error(`There is no public page ${name}`)
  return page
}

export function findDetailPage(kind: string): (typeof detailPages)[number] | undefined {
  return detailPages.find((page) => page.kind === kind)
}

export function buildDetailPath({ path }: Pick<PublicPage, 'path'>, slug: string): string {
  return path.replace(':slug', slug)
}

/** Whether the address is one that a public page has, or may have for a record of its kind. */
export function isPublicPath(path: string): boolean {
  return fixedPaths.has(path) || detailPages.some((page) => isDetailPath(page, path))
}

/** Whether the address is one that a page of this kind may have. */
export function isDetailPath({ path: pattern }: Pick<DetailPage, 'path'>, path: string): boolean {
  const start = pattern.slice(0, -':slug'.length)
  return path.startsWith(start) && /^[a-z0-9-]+$/.test(path.slice(start.length))
}

/** Where a public page is served: at its one address, and at its other where it has one. All other spellings lead there. */
export function listPagePaths({ path, alternatePath }: PublicPage): string[] {
  return alternatePath ? [path, alternatePath] : [path]
}

/** Where the words of a public page stand as plain text. */
export function getTextVersionPath(path: string): string {
  return `${path.endsWith('/') ? `${path}index` : path}.txt`
}

const fixedPaths = new Set(publicPages.flatMap((page: PublicPage) => listPagePaths(page)))
