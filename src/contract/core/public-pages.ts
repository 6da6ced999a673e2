/** A page that search engines may list. `shownOn` of a content kind uses its `name`. */
export type PublicPage = {
  name: string
  path: `/${string}`
  /** Another path of the same page, with a canonical link to the first. */
  alternatePath?: `/${string}`
  /** For pages of records: the public page that lists them. */
  parentPage?: string
  /** The kind and the field of the records that name this page. Without such a record, the page is a 404 and not listed. */
  requires?: { kind: string; pageField: string }
}

/**
 * Every page that search engines may list. The sitemap, the search listing editor, the share images and the speculation
 * rules read this list.
 */
export const publicPages = [
  { name: 'Home', path: '/' },
  { name: 'Services', path: '/service/' },
  { name: 'Pricing', path: '/pricing/' },
  { name: 'Contact', path: '/contact', alternatePath: '/contact-us' },
  { name: 'Sample report', path: '/sample-report', requires: { kind: 'sample-sheet', pageField: 'samplePage' } },
  { name: 'Sample audit', path: '/sample-audit', requires: { kind: 'sample-sheet', pageField: 'samplePage' } },
  { name: 'Privacy', path: '/privacy', requires: { kind: 'legal-clause', pageField: 'legalPage' } },
  { name: 'Terms', path: '/terms', requires: { kind: 'legal-clause', pageField: 'legalPage' } },
] as const satisfies readonly PublicPage[]

/** The page of each record of a kind, if the record has the required texts (decision 56). */
type DetailPage = {
  /** The name that stands for all of them in `shownOn`. */
  name: string
  path: `/${string}/:slug`
  /** The public page that lists them. */
  parentPage: (typeof publicPages)[number]['name']
  kind: string
  /** The field that the slug is made from. */
  titleField: string
  /** A record without these fields has no page of its own. */
  requiredFields: readonly string[]
}

/** Every kind whose records have their own pages. Code that reads `publicPages` reads this list too. */
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

/** A public page that exists now: one of `publicPages`, or the page of a record. */
export type PublishedPage = {
  name: PublicPageName
  path: string
  title: string
  recordId?: string
  /** The owner keeps it out of search engines, so the sitemap and other lists leave it out. */
  isUnlisted?: true
}

/** The value of `shownOn` for the parts around every page, account and order pages included. */
export const EVERY_PAGE = 'Every page'

/** Throws for an unknown name. The path of a detail page contains `:slug`. */
export function getPublicPage(name: PublicPageName): PublicPage {
  const page = [...publicPages, ...detailPages].find((one) => one.name === name)
  if (!page) throw new Error(`There is no public page ${name}`)
  return page
}

/** True if the page needs no record, or if one of its kind's visible records names it. */
export function hasRecordRequiredByPage(
  { name, requires }: Pick<PublicPage, 'name' | 'requires'>,
  listRecordValues: (kind: string) => readonly Readonly<Record<string, unknown>>[],
): boolean {
  return !requires || listRecordValues(requires.kind).some((values) => values[requires.pageField] === name)
}

export function findDetailPageOfKind(kind: string): (typeof detailPages)[number] | undefined {
  return detailPages.find((page) => page.kind === kind)
}

export function buildDetailPagePath({ path }: Pick<PublicPage, 'path'>, slug: string): string {
  return path.replace(':slug', slug)
}

/** True for the path of a public page, and for a path that a record's page may have. */
export function isPublicPagePath(path: string): boolean {
  return fixedPaths.has(path) || detailPages.some((page) => isDetailPath(page, path))
}

/** True for a path that a page of this kind may have. */
export function isDetailPath({ path: pattern }: Pick<DetailPage, 'path'>, path: string): boolean {
  const start = pattern.slice(0, -':slug'.length)
  return path.startsWith(start) && /^[a-z0-9-]+$/.test(path.slice(start.length))
}

/** Lists the paths that serve a page. Other spellings redirect to them. */
export function listPathAndAlternatePath({ path, alternatePath }: PublicPage): string[] {
  return alternatePath ? [path, alternatePath] : [path]
}

export function getTextVersionPath(path: string): string {
  return `${path.endsWith('/') ? `${path}index` : path}.txt`
}

const fixedPaths = new Set(publicPages.flatMap((page: PublicPage) => listPathAndAlternatePath(page)))
