import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callToAction } from '../../src/contract/content/kinds/call-to-action.ts'
import type { ContentKind } from '../../src/contract/core/content-kind.ts'
import { IDEAL_DESCRIPTION_LENGTH } from '../../src/contract/core/page-facts.ts'
import { getTextVersionPath } from '../../src/contract/core/public-pages.ts'
import { type StructuredData, structuredDataSchema } from '../../src/server/content/site-audit/structured-data-schema.ts'
import { extractPageText } from '../../src/server/site/pages/html-to-text.ts'
import { type CrawledPage, crawl, findAttributeValue, isIndexable, listInternalLinks } from '../support/site-crawler.ts'
import { parseSitemap, type SitemapEntry } from '../support/sitemap-schema.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { createTestDatabases } from '../support/test-databases.ts'

const ORIGIN = 'http://127.0.0.1:3000'
/** Of a whole title, in characters: less says little, and the end of more is not shown. */
const TITLE_LENGTH = { min: 30, max: 60 }
/** So many pages lead to each. */
const MIN_INCOMING_LINKS = 3
/** What search engines ask to find once on a site. */
const UNIQUE_TYPES = ['FAQPage', 'WebSite']
/** A paragraph that is shorter is a label, such as a price or the name of a package. */
const MIN_PARAGRAPH_LENGTH = 60

/** What stands on more than one page on purpose (P-138). Everything else is said once. */
const SHARED_KINDS: readonly ContentKind[] = [callToAction]

type Node = StructuredData['@graph'][number]

/** What no database can change. */
const { environment, remove } = createTestDatabases(() => undefined)

describe('a search engine that walks the site', () => {
  let site: TestApp
  let entries: SitemapEntry[]
  let crawled: CrawledPage[]
  let pages: CrawledPage[]

  beforeAll(async () => {
    site = await startApp({ ...(await environment()), SEED: 'demo' })
    entries = parseSitemap((await site.request('GET', '/sitemap.xml')).text)
    crawled = await crawl({ site, origin: ORIGIN, startPaths: ['/', ...entries.map(({ loc }) => loc.slice(ORIGIN.length))] })
    pages = crawled.filter(isIndexable)
  })
  afterAll(async () => {
    await site.close()
    await remove()
  })

  /** What is wrong on each page, by its path; nothing on all of them is `[]`. */
  function listFailures(judge: (page: CrawledPage) => unknown): unknown[] {
    return pages.map((page) => [page.path, judge(page)]).filter(([, wrong]) => wrong !== undefined)
  }
  const outside = (count: number, { min, max }: { min: number; max: number }) => (count < min || count > max ? count : undefined)
  /** What several pages say, with those pages. */
  function saidTwice(of: (page: CrawledPage) => readonly string[]): [string, string[]][] {
    const textsByPath = pages.flatMap((page) => [...new Set(of(page))].map((text) => ({ text, path: page.path })))
    const groups = [...Map.groupBy(textsByPath, ({ text }) => text.toLowerCase())].filter(([, all]) => all.length > 1)
    return groups.map(([text, all]) => [text, all.map(({ path }) => path)])
  }
  function parseStructuredData({ source }: CrawledPage): Node[] {
    const blocks = [...source.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    return blocks.flatMap(([, block = '']) => structuredDataSchema.parse(JSON.parse(block))['@graph'])
  }
  /** Each paragraph of the records that stand on several pages. */
  async function sharedTexts(): Promise<Set<string>> {
    const lists = await Promise.all(SHARED_KINDS.map(({ api }) => site.request('GET', `/api${api.list}`)))
    const values = lists.flatMap(({ json }) => (json() as Record<string, unknown>[]).flatMap(Object.values))
    return new Set(values.flatMap((value) => String(value).split(/\n+/).map(stripMarkdown)))
  }
  const plain = ({ path, source }: CrawledPage) => extractPageText(source, ORIGIN + path)

  it('finds exactly the pages of the sitemap, each at the address that it says is its own', () => {
    expect(pages.map(({ path }) => ORIGIN + path).toSorted()).toEqual(entries.map(({ loc }) => loc).toSorted())
    expect(
      listFailures((page) => {
        const canonical = findAttributeValue(page, /<link rel="canonical" href="([^"]*)"/)
        return canonical === ORIGIN + page.path ? undefined : canonical
      }),
    ).toEqual([])
  })

  it('meets no link that is broken or leads on to another address, but to the log-in', () => {
    // An order belongs to somebody: whoever is not logged in is asked who they are, and comes back.
    const redirectsToLogIn = ({ status, location }: CrawledPage) => status === 302 && location?.startsWith('/login?from=')
    const wrong = crawled.filter((page) => page.status !== 200 && !redirectsToLogIn(page))
    expect(wrong.map(({ path, status, location }) => [path, status, location])).toEqual([])
  })

  it('meets no anchor that is not there', () => {
    const ids = new Map(crawled.map(({ path, html }) => [path, html.ids]))
    const isThere = (path: string, anchor: string) => ['', 'top'].includes(anchor) || ids.get(path)?.has(anchor)
    expect(listFailures((page) => listInternalLinks(page, ORIGIN).find(({ path, anchor }) => !isThere(path, anchor)))).toEqual([])
  })

  it('is led to every page by three others, and from every page to others', () => {
    const listLinks = (page: CrawledPage) => new Set(listInternalLinks(page, ORIGIN).map(({ path }) => path))
    const leads = new Map(pages.map((page) => [page.path, listLinks(page)]))
    const isLinked = (from: string, to: string) => from !== to && leads.get(from)?.has(to)
    expect(
      listFailures(({ path }) => {
        const count = pages.filter((from) => isLinked(from.path, path)).length
        return count < MIN_INCOMING_LINKS ? count : undefined
      }),
    ).toEqual([])
    expect(listFailures(({ path }) => (pages.some((to) => isLinked(path, to.path)) ? undefined : 'no link'))).toEqual([])
  })

  it('reads one main heading on each page, which names what the title names', () => {
    const extractWords = (text: string) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu))
    expect(
      listFailures(({ html: { headings, title } }) => {
        const main = headings.filter(({ level }) => level === 1).map(({ text }) => text)
        const subject = extractWords(title.replace(/ \| [^|]*$/, ''))
        return main.length === 1 && [...extractWords(main[0] ?? '')].some((word) => subject.has(word)) ? undefined : [main, title]
      }),
    ).toEqual([])
  })

  it('reads an outline in which no heading stands two levels below the one before it', () => {
    expect(
      listFailures(({ html: { headings } }) => headings.find(({ level }, nth) => level > (headings[nth - 1]?.level ?? 0) + 1)),
    ).toEqual([])
  })

  it('reads no words that run together where nothing is laid out', () => {
    const drawing = /<svg\b.*?<\/svg>/gs
    const together = /[\p{L}\p{N}.,:](?:<\/(?:a|b|small|span|strong)>)+(?:<(?:a|b|small|span|strong)\b[^>]*>)+[\p{L}\p{N}+]/u
    expect(listFailures(({ source }) => together.exec(source.replace(drawing, ''))?.[0])).toEqual([])
  })

  it('reads titles and descriptions of a good length, the latter in whole sentences', () => {
    expect(listFailures(({ html: { title } }) => outside(title.length, TITLE_LENGTH))).toEqual([])
    expect(listFailures(({ html: { description } }) => outside(description.length, IDEAL_DESCRIPTION_LENGTH))).toEqual([])
    expect(
      listFailures(({ html: { description } }) => (/^\p{Lu}.*[.!?]$/su.test(description) ? undefined : description)),
    ).toEqual([])
  })

  it('reads nothing twice: no title, no description, no paragraph', async () => {
    expect(saidTwice(({ html }) => [html.title])).toEqual([])
    expect(saidTwice(({ html }) => [html.description])).toEqual([])
    const shared = await sharedTexts()
    const listParagraphs = (page: CrawledPage) => {
      const all = plain(page).text.split(/\n+/).map(stripMarkdown)
      return all.filter((text) => text.length >= MIN_PARAGRAPH_LENGTH && !shared.has(text))
    }
    expect(saidTwice(listParagraphs)).toEqual([])
  })

  it('finds a description of every picture, or the word that it is decoration', () => {
    expect(listFailures(({ html: { images } }) => images.find(({ alt }) => alt === undefined)?.src)).toEqual([])
  })

  it('finds structured data on every page that holds to the rules, and each question once', () => {
    expect(listFailures((page) => (parseStructuredData(page).length > 0 ? undefined : 'none'))).toEqual([])
    for (const type of UNIQUE_TYPES) {
      const on = pages.filter((page) => parseStructuredData(page).some((node) => node['@type'] === type)).map(({ path }) => path)
      expect([type, on.length]).toEqual([type, 1])
    }
    const business = pages.flatMap(parseStructuredData).find((node) => node['@type'] === 'ProfessionalService')
    expect(business).toMatchObject({
      address: { streetAddress: /./, addressLocality: /./, addressRegion: /./, postalCode: /./, addressCountry: 'US' },
      geo: {},
      areaServed: [{}],
    })
  })

  it('finds a logo and share images that are there, and large enough', async () => {
    const readImageSize = async (address: string) => {
      const { status, bytes } = await site.request('GET', address.slice(ORIGIN.length))
      // A PNG says its size in its first chunk (PNG, section 11.2.1).
      const view = Buffer.from(bytes)
      return { status, width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
    }
    const logos = new Set(pages.flatMap(parseStructuredData).flatMap((node) => ('logo' in node ? [node.logo] : [])))
    for (const logo of logos) {
      const { status, width, height } = await readImageSize(logo)
      expect([logo, status, Math.min(width, height) >= 112]).toEqual([logo, 200, true])
    }
    const [image = ''] = entries.flatMap(({ images }) => images)
    expect(await readImageSize(image)).toEqual({ status: 200, width: 1200, height: 630 })
    expect(entries.filter(({ images }) => images.length === 0)).toEqual([])
  })

  it('finds each page as plain text too: its words, what it names as the page, and a link from there', async () => {
    for (const page of pages) {
      const address = getTextVersionPath(page.path)
      const { status, headers, text } = await site.request('GET', address)
      expect([address, status, headers['content-type']]).toEqual([address, 200, 'text/plain; charset=utf-8'])
      expect(headers.link).toBe(`<${ORIGIN}${page.path}>; rel="canonical"`)
      expect(findAttributeValue(page, /<link rel="alternate" type="text\/plain" href="([^"]*)"/)).toBe(ORIGIN + address)
      expect(text).toBe(`${plain(page).text}\n\n${ORIGIN}${page.path}\n`)
      expect(text).toMatch(/^# \S/m)
      expect(text).not.toMatch(/<\/?[a-z]+[ >]/)
    }
  })

  it('finds the list of them in llms.txt, with what each page says of itself', async () => {
    const { status, headers, text } = await site.request('GET', '/llms.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^# Rankstead\n\n> \S.*\n\n(?:\S.*\n\n)*## Pages\n\n(?:- \[.+\]\(http:\/\/\S+\.txt\): \S.*\n)+$/)
    const listed = [...text.matchAll(/\]\((\S+)\): (.*)$/gm)].map(([, address, about]) => [address, about])
    expect(listed.toSorted()).toEqual(
      pages.map(({ path, html }) => [ORIGIN + getTextVersionPath(path), html.description]).toSorted(),
    )
  })

  it('is told of no other language, as there is none', () => {
    expect(listFailures(({ source }) => /hreflang/.exec(source)?.[0])).toEqual([])
  })
})

/** A line of the plain text without what Markdown adds: the words as they were typed. */
function stripMarkdown(line: string): string {
  return line
    .replace(/^[-#>]+ /, '')
    .replace(/\[(.*?)\]\(\S+\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
