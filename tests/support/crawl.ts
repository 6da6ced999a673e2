import { type PageHtml, readPage } from '../../src/server/content/site-checks/read-page.ts'
import type { TestApp } from './app.ts'

/** A page as a search engine meets it: at which address, how it answered, and what it says. */
export type CrawledPage = { path: string; status: number; location: string | undefined; html: PageHtml; source: string }

/** The addresses to begin with, and whether an address is for search engines at all: what is private says noindex itself. */
type Start = { site: TestApp; origin: string; from: readonly string[] }

/** Every page of the site that can be reached by links from where it begins, each asked for once. No other site is asked for anything. */
export async function crawl({ site, origin, from }: Start): Promise<CrawledPage[]> {
  const found = new Map<string, CrawledPage>()
  let next = [...new Set(from)]
  while (next.length > 0) {
    const pages = await Promise.all(next.map((path) => open(site, path)))
    for (const page of pages) found.set(page.path, page)
    const linked = pages.flatMap((page) => (isListed(page) ? internalLinks(page, origin) : []))
    next = [...new Set(linked.map(({ path }) => path))].filter((path) => !found.has(path))
  }
  return [...found.values()]
}

async function open(site: TestApp, path: string): Promise<CrawledPage> {
  const { status, headers, text } = await site.request('GET', path)
  const isPage = String(headers['content-type']).startsWith('text/html')
  return { path, status, location: headers.location as string | undefined, html: readPage(isPage ? text : ''), source: text }
}

/** A page that may be listed: it is there, and does not say that it is not for search engines. */
export function isListed({ status, source }: CrawledPage): boolean {
  return status === 200 && /<link rel="canonical"/.test(source) && !/<meta name="robots" content="[^"]*noindex/.test(source)
}

/** The addresses of this site to which a page links, without and with what stands behind their `#`. */
export function internalLinks({ path, html }: CrawledPage, origin: string): { path: string; anchor: string }[] {
  return html.links.flatMap(({ href }) => {
    const url = URL.parse(href, origin + path)
    return url?.origin === origin ? [{ path: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) }] : []
  })
}

/** The value of an attribute of the first element that this expression finds. */
export function saidBy({ source }: CrawledPage, element: RegExp): string | undefined {
  return element.exec(source)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
}
