import { beforeAll, expect, it } from 'vitest'
import { afterPaymentItem } from '#contract/content/kinds/after-payment-item.ts'
import { callToAction } from '#contract/content/kinds/call-to-action.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { IDEAL_DESCRIPTION_LENGTH } from '#contract/core/ideal-seo-lengths.ts'
import { getTextVersionPath } from '#contract/core/public-pages.ts'
import { type ParsedStructuredData, pageStructuredDataSchema } from '#server/content/site-audit/page-structured-data-schema.ts'
import { type ParsedPage, parsePageHtml } from '#server/content/site-audit/parse-page-html.ts'
import { extractPageText } from '#server/site/pages/html-to-text.ts'
import { parseSitemap, type SitemapEntry } from '../support/parse-sitemap.ts'
import { findUnlinkedNodes, findVocabularyErrors } from '../support/schema-org.ts'
import { startAppForSuite, type TestApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const ORIGIN = 'http://127.0.0.1:3000'
/** The length of a title in characters. Search engines cut longer titles. */
const TITLE_LENGTH = { min: 30, max: 60 }
/** How many other pages must link to each page. */
const MIN_INCOMING_LINKS = 3
/** Shorter paragraphs are labels, such as a price or the name of a package. */
const MIN_PARAGRAPH_LENGTH = 60

/** Kinds whose texts stand on several pages on purpose (P-138). */
const SHARED_KINDS: readonly ContentKind[] = [callToAction, afterPaymentItem]

/** A page as a search engine finds it. */
type CrawledPage = { path: string; status: number; location: string | undefined; html: ParsedPage; source: string }

type CrawlOptions = { site: TestApp; origin: string; startPaths: readonly string[] }

type Node = ParsedStructuredData['@graph'][number]

describeOnSqlite('a search engine that crawls the site', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  let entries: SitemapEntry[]
  let crawled: CrawledPage[]
  let pages: CrawledPage[]

  beforeAll(async () => {
    entries = parseSitemap((await site.request('GET', '/sitemap.xml')).text)
    crawled = await crawl({ site, origin: ORIGIN, startPaths: ['/', ...entries.map(({ loc }) => loc.slice(ORIGIN.length))] })
    pages = crawled.filter(isIndexable)
  })

  /** Lists each page's path with what `judge` returns, unless that is undefined. */
  function listFailures(judge: (page: CrawledPage) => unknown): unknown[] {
    return pages.map((page) => [page.path, judge(page)]).filter(([, wrong]) => wrong !== undefined)
  }
  const findLengthOutside = (count: number, { min, max }: { min: number; max: number }) =>
    count < min || count > max ? count : undefined
  /** Finds texts that stand on several pages, with the paths of those pages. */
  function findRepeatedTexts(getTexts: (page: CrawledPage) => readonly string[]): [string, string[]][] {
    const textsByPath = pages.flatMap((page) => [...new Set(getTexts(page))].map((text) => ({ text, path: page.path })))
    const groups = [...Map.groupBy(textsByPath, ({ text }) => text.toLowerCase())].filter(([, all]) => all.length > 1)
    return groups.map(([text, all]) => [text, all.map(({ path }) => path)])
  }
  function parseStructuredData({ source }: CrawledPage): Node[] {
    const blocks = [...source.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    return blocks.flatMap(([, block = '']) => pageStructuredDataSchema.parse(JSON.parse(block))['@graph'])
  }
  /** Returns the paragraphs of the records that stand on several pages on purpose. */
  async function readSharedTexts(): Promise<Set<string>> {
    const lists = await Promise.all(SHARED_KINDS.map(({ api }) => site.request('GET', `/api${api.list}`)))
    const values = lists.flatMap(({ json }) => (json() as Record<string, unknown>[]).flatMap(Object.values))
    return new Set(values.flatMap((value) => String(value).split(/\n+/).map(stripMarkdown)))
  }
  const toPlainText = ({ path, source }: CrawledPage) => extractPageText(source, ORIGIN + path)

  it('finds exactly the pages of the sitemap, each at its canonical URL', () => {
    expect(pages.map(({ path }) => ORIGIN + path).toSorted()).toEqual(entries.map(({ loc }) => loc).toSorted())
    expect(
      listFailures((page) => {
        const canonical = findAttributeValue(page, /<link rel="canonical" href="([^"]*)"/)
        return canonical === ORIGIN + page.path ? undefined : canonical
      }),
    ).toEqual([])
  })

  it('finds no broken links and no redirects, except to the log-in page', () => {
    // Ordering needs an account, so the site sends visitors to the log-in page first.
    const redirectsToLogIn = ({ status, location }: CrawledPage) => status === 302 && location?.startsWith('/login?from=')
    const wrong = crawled.filter((page) => page.status !== 200 && !redirectsToLogIn(page))
    expect(wrong.map(({ path, status, location }) => [path, status, location])).toEqual([])
  })

  it('finds the target of every anchor', () => {
    const ids = new Map(crawled.map(({ path, html }) => [path, html.ids]))
    const isThere = (path: string, anchor: string) => ['', 'top'].includes(anchor) || ids.get(path)?.has(anchor)
    expect(listFailures((page) => listInternalLinks(page, ORIGIN).find(({ path, anchor }) => !isThere(path, anchor)))).toEqual([])
  })

  it('finds three links to every page, and links from every page', () => {
    const listLinks = (page: CrawledPage) => new Set(listInternalLinks(page, ORIGIN).map(({ path }) => path))
    const linksByPath = new Map(pages.map((page) => [page.path, listLinks(page)]))
    const isLinked = (from: string, to: string) => from !== to && linksByPath.get(from)?.has(to)
    expect(
      listFailures(({ path }) => {
        const count = pages.filter((from) => isLinked(from.path, path)).length
        return count < MIN_INCOMING_LINKS ? count : undefined
      }),
    ).toEqual([])
    expect(listFailures(({ path }) => (pages.some((to) => isLinked(path, to.path)) ? undefined : 'no link'))).toEqual([])
  })

  it('finds one main heading per page, which shares a word with the title', () => {
    const extractWords = (text: string) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu))
    expect(
      listFailures(({ html: { headings, title } }) => {
        const main = headings.filter(({ level }) => level === 1).map(({ text }) => text)
        const subject = extractWords(title.replace(/ \| [^|]*$/, ''))
        return main.length === 1 && [...extractWords(main[0] ?? '')].some((word) => subject.has(word)) ? undefined : [main, title]
      }),
    ).toEqual([])
  })

  it('finds no words that run together without styles', () => {
    const illustration = /<svg\b.*?<\/svg>/gs
    const joinedWords = /[\p{L}\p{N}.,:](?:<\/(?:a|b|small|span|strong)>)+(?:<(?:a|b|small|span|strong)\b[^>]*>)+[\p{L}\p{N}+]/u
    expect(listFailures(({ source }) => joinedWords.exec(source.replace(illustration, ''))?.[0])).toEqual([])
  })

  it('finds titles and descriptions of a good length, and descriptions in whole sentences', () => {
    expect(listFailures(({ html: { title } }) => findLengthOutside(title.length, TITLE_LENGTH))).toEqual([])
    expect(listFailures(({ html: { description } }) => findLengthOutside(description.length, IDEAL_DESCRIPTION_LENGTH))).toEqual(
      [],
    )
    expect(
      listFailures(({ html: { description } }) => (/^\p{Lu}.*[.!?]$/su.test(description) ? undefined : description)),
    ).toEqual([])
  })

  it('finds no repeated title, description or paragraph', async () => {
    expect(findRepeatedTexts(({ html }) => [html.title])).toEqual([])
    expect(findRepeatedTexts(({ html }) => [html.description])).toEqual([])
    const shared = await readSharedTexts()
    const listParagraphs = (page: CrawledPage) => {
      const all = toPlainText(page).text.split(/\n+/).map(stripMarkdown)
      return all.filter((text) => text.length >= MIN_PARAGRAPH_LENGTH && !shared.has(text))
    }
    expect(findRepeatedTexts(listParagraphs)).toEqual([])
  })

  it('finds one linked graph of the same site and business on every page, in the vocabulary of schema.org', () => {
    expect(listFailures((page) => findVocabularyErrors(parseStructuredData(page))[0])).toEqual([])
    expect(listFailures((page) => findUnlinkedNodes(parseStructuredData(page))[0])).toEqual([])
    for (const type of ['WebSite', 'LocalBusiness']) {
      const ids = pages.map((page) => parseStructuredData(page).find((node) => node['@type'] === type)?.['@id'])
      expect([type, new Set(ids).size, ids.includes(undefined as never)]).toEqual([type, 1, false])
    }
    const business = pages.flatMap(parseStructuredData).find((node) => node['@type'] === 'LocalBusiness')
    expect(business).toMatchObject({
      address: { streetAddress: /./, addressLocality: /./, addressRegion: /./, postalCode: /./, addressCountry: 'US' },
      geo: {},
      areaServed: [{}],
    })
  })

  it('finds a logo and share images that exist and are large enough', async () => {
    const readImageSize = async (url: string) => {
      const { status, bytes } = await site.request('GET', url.slice(ORIGIN.length))
      // A PNG file holds its size in the first chunk (PNG, section 11.2.1).
      const view = Buffer.from(bytes)
      return { status, width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
    }
    const logos = new Set(pages.flatMap(parseStructuredData).flatMap((node) => ('logo' in node ? [node.logo] : [])))
    for (const logo of logos) {
      const { status, width, height } = await readImageSize(logo)
      expect([logo, status, Math.min(width, height) >= 112]).toEqual([logo, 200, true])
    }
    const shareImages = pages.map((page) => findAttributeValue(page, /<meta property="og:image" content="([^"]*)"/) ?? '')
    expect(await readImageSize(shareImages[0] ?? '')).toEqual({ status: 200, width: 1200, height: 630 })
    expect(shareImages).not.toContain('')
  })

  it('finds a plain-text version of each page, linked in both directions', async () => {
    for (const page of pages) {
      const url = getTextVersionPath(page.path)
      const { status, headers, text } = await site.request('GET', url)
      expect([url, status, headers['content-type']]).toEqual([url, 200, 'text/plain; charset=utf-8'])
      expect(headers.link).toBe(`<${ORIGIN}${page.path}>; rel="canonical"`)
      expect(findAttributeValue(page, /<link rel="alternate" type="text\/plain" href="([^"]*)"/)).toBe(ORIGIN + url)
      expect(text).toBe(`${toPlainText(page).text}\n\n${ORIGIN}${page.path}\n`)
      expect(text).toMatch(/^# \S/m)
      expect(text).not.toMatch(/<\/?[a-z]+[ >]/)
    }
  })

  it('finds all pages in llms.txt with their descriptions', async () => {
    const { status, headers, text } = await site.request('GET', '/llms.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^# Rankstead\n\n> \S.*\n\n(?:\S.*\n\n)*## Pages\n\n(?:- \[.+\]\(http:\/\/\S+\.txt\): \S.*\n)+$/)
    const listed = [...text.matchAll(/\]\((\S+)\): (.*)$/gm)].map(([, url, about]) => [url, about])
    expect(listed.toSorted()).toEqual(
      pages.map(({ path, html }) => [ORIGIN + getTextVersionPath(path), html.description]).toSorted(),
    )
  })

  // Runs last: it renames and deletes pages.
  it('finds no link to a renamed or deleted page', async () => {
    const services = (await site.request('GET', '/api/service-items')).json() as Record<string, string>[]
    const [renamed, deleted] = ['Citations', 'Link outreach'].map((title) =>
      services.find(({ serviceTitle }) => serviceTitle === title),
    )
    const body = { ...renamed, serviceTitle: 'Directory listings' }
    expect((await site.request('PUT', `/api/service-item/${renamed?._id}`, { as: 'admin', body })).status).toBe(200)
    expect((await site.request('DELETE', `/api/content/service-item/${deleted?._id}`, { as: 'admin' })).status).toBe(200)
    const [renamedPath = '', deletedPath = ''] = [renamed?._path, deleted?._path]

    const changedEntries = parseSitemap((await site.request('GET', '/sitemap.xml')).text)
    const changedPaths = changedEntries.map(({ loc }) => loc.slice(ORIGIN.length))
    expect(changedPaths).toEqual(
      entries
        .map(({ loc }) => loc.slice(ORIGIN.length))
        .filter((path) => path !== deletedPath)
        .map((path) => (path === renamedPath ? '/service/directory-listings' : path)),
    )
    const changedPages = await crawl({ site, origin: ORIGIN, startPaths: ['/', ...changedPaths] })
    expect(
      changedPages
        .filter(isIndexable)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(changedPaths.toSorted())
    // The crawl requests each path that a page links to.
    expect(changedPages.filter(({ path }) => path === renamedPath || path === deletedPath)).toEqual([])
    const graphs = JSON.stringify(changedPages.filter(isIndexable).map(parseStructuredData))
    for (const gone of [renamedPath, deletedPath, '"Citations"', '"Link outreach"']) expect(graphs).not.toContain(gone)
    expect((await site.request('GET', deletedPath)).status).toBe(410)
    const { status, headers } = await site.request('GET', renamedPath)
    expect([status, headers.location]).toEqual([301, '/service/directory-listings'])
  })
})

/** Returns a line of the plain text without its Markdown. */
function stripMarkdown(line: string): string {
  return line
    .replace(/^[-#>]+ /, '')
    .replace(/\[(.*?)\]\(\S+\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Crawls all internal links from `startPaths`. Requests each page once and no other site. */
async function crawl({ site, origin, startPaths }: CrawlOptions): Promise<CrawledPage[]> {
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
function isIndexable({ status, source }: CrawledPage): boolean {
  return status === 200 && /<link rel="canonical"/.test(source) && !/<meta name="robots" content="[^"]*noindex/.test(source)
}

/** Lists a page's internal links: the path and the part after `#`. */
function listInternalLinks({ path, html }: CrawledPage, origin: string): { path: string; anchor: string }[] {
  return html.links.flatMap(({ href }) => {
    const url = URL.parse(href, origin + path)
    return url?.origin === origin ? [{ path: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) }] : []
  })
}

/** Returns an attribute's value of the first element that the expression matches. */
function findAttributeValue({ source }: CrawledPage, element: RegExp): string | undefined {
  return element.exec(source)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
}
