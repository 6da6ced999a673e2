/** A page that search engines may list; `name` is what `shownOn` of a section calls it. */
export type PublicPage = {
  name: string
  path: `/${string}`
  /** Another address of the same page, which names the first as the one to list. */
  also?: `/${string}`
}

/**
 * Every page that search engines may list, at its one address. The sitemap, the search results that the
 * owner edits, the share images and the speculation rules read this.
 */
export const publicPages = [
  { name: 'Home', path: '/' },
  { name: 'Services', path: '/service/' },
  { name: 'Pricing', path: '/pricing/' },
  { name: 'Contact', path: '/contact', also: '/contact-us' },
  { name: 'Privacy', path: '/privacy' },
  { name: 'Terms', path: '/terms' },
] as const satisfies readonly PublicPage[]

export type PublicPageName = (typeof publicPages)[number]['name']

/** In `shownOn` of what stands around every page, accounts and orders included. */
export const EVERY_PAGE = 'Every page'

/** Throws for a name that is none: a public page must be declared here. */
export function publicPage(name: PublicPageName): PublicPage {
  const page = publicPages.find((one) => one.name === name)
  if (!page) throw new Error(`There is no public page ${name}`)
  return page
}

/** Every spelling at which a public page is served: with and without its last slash, and its other address. */
export function addressesOf({ path, also }: PublicPage): string[] {
  const addresses = also ? [path, also] : [path]
  return addresses.map((one) => one.replace(/\/$/, '')).flatMap((bare) => (bare === '' ? ['/'] : [bare, `${bare}/`]))
}

/** Where the words of a public page stand as plain text. */
export function textAddressOf(path: string): string {
  return `${path.endsWith('/') ? `${path}index` : path}.txt`
}
