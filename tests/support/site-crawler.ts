import { type PageHtml, parsePageHtml } from '../../src/server/content/site-audit/parse-page-html.ts'
import type { TestApp } from './test-app.ts'

/** A page as a search engine meets it: at which address, how it answered, and what it says. */
export type CrawledPage = { path: string; status: number; location: string | undefined; html: PageHtml; source: string }

/** The addresses to begin with, and whether an address is for search engines at all: what is private says noindex itself. */
type CrawlOptions = { site: TestApp; origin: string; startPaths: readonly string[] }

/** Every page of the site that can be reached by links from where it begins, each asked for once. No other site is asked for anything. */
export async function crawl({ site, origin, startPaths }: CrawlOptions): Promise<CrawledPage[]> {
  const pagesByPath = new Map<string, CrawledPage>()
  let next = [...new Set(startPaths)]
  while (next.length > 0) {
    const pages = await Promise.all(next.map((path) => fetchPage(site, path)))
    for (const page of pages) pagesByPath.set(page.path, page)
    const linkedPages = pages.flatMap((page) => (isIndexable(page) ? listInternalLinks(page, origin) : []))
    next = [...new Set(linkedPages.map(({ path }) => path))].filter((path) => !pagesByPath.has(path))
  }
  return [...pagesByPath.values()]
}

async function fetchPage(site: TestApp, path: string): Promise<CrawledPage> {
  const { status, headers, text } = await site.request('GET', path)
  const isPage = String(headers['content-type']).startsWith('text/html')
  return { path, status, location: headers.location as string | undefined, html: parsePageHtml(isPage ? text : ''), source: text }
}

/** A page that may be listed: it is there, and does not say that it is not for search engines. */
export function isIndexable({ status, source }: CrawledPage): boolean {
  return status === 200 && /<link rel="canonical"/.test(source) && !/<meta name="robots" content="[^"]*noindex/.test(source)
}

/** The addresses of this site to which a page links, without and with what stands behind their `#`. */
export function listInternalLinks({ path, html }: CrawledPage, origin: string): { path: string; anchor: string }[] {
  return html.links.flatMap(({ href }) => {
    const url = URL.parse(href, origin + path)
    return url?.origin === origin ? [{ path: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) }] : []
  })
}

/** The value of an attribute of the first element that this expression finds. */
export function findAttributeValue({ source }: CrawledPage, element: RegExp): string | undefined {
  return element.exec(source)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
}
