import { type PageHtml, parsePageHtml } from '../../src/server/content/site-audit/parse-page-html.ts'
import type { TestApp } from './test-app.ts'

/** A page as a search engine finds it. */
export type CrawledPage = { path: string; status: number; location: string | undefined; html: PageHtml; source: string }

type CrawlOptions = { site: TestApp; origin: string; startPaths: readonly string[] }

/** Crawls all internal links from `startPaths`. Requests each page once and no other site. */
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

/** Whether the page exists and allows search engines to list it. */
export function isIndexable({ status, source }: CrawledPage): boolean {
  return status === 200 && /<link rel="canonical"/.test(source) && !/<meta name="robots" content="[^"]*noindex/.test(source)
}

/** Lists a page's internal links: the path and the part after `#`. */
export function listInternalLinks({ path, html }: CrawledPage, origin: string): { path: string; anchor: string }[] {
  return html.links.flatMap(({ href }) => {
    const url = URL.parse(href, origin + path)
    return url?.origin === origin ? [{ path: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) }] : []
  })
}

/** Returns an attribute's value of the first element that the expression matches. */
export function findAttributeValue({ source }: CrawledPage, element: RegExp): string | undefined {
  return element.exec(source)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
}
