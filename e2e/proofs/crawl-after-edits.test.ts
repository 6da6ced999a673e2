import { describe, expect, it } from 'vitest'
import { parsePageHtml } from '../../src/server/content/site-audit/parse-page-html.ts'
import { extractPageText } from '../../src/server/site/pages/html-to-text.ts'
import { parseSitemap } from '../../tests/support/parse-sitemap.ts'
import { findUnlinkedNodes, findVocabularyErrors } from '../../tests/support/schema-org.ts'
import { createApiClient } from '../support/api-client.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const VARIANTS = [
  { viewport: { width: 360, height: 900 }, javaScriptEnabled: false },
  { viewport: { width: 1440, height: 900 }, javaScriptEnabled: true },
]
const RENAMED = { from: 'Citations', to: 'Directory listings' }
const DELETED = 'Link outreach'
const EDITED_ANSWER = 'Most clients see the first change after about four months.'

type CrawledPage = {
  path: string
  status: number | undefined
  title: string
  canonical: string | undefined
  words: string
  links: string[]
  graph: object[]
}

describe('a crawl before and after the owner renames, deletes and edits', () => {
  const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

  async function crawlSitemap() {
    const entries = parseSitemap(await (await fetch(`${site.url}/sitemap.xml`)).text())
    const paths = entries.map(({ loc }) => new URL(loc).pathname)
    const crawls: CrawledPage[][] = []
    for (const variant of VARIANTS) {
      const { page, leave } = await startVisit(site, variant)
      const pages: CrawledPage[] = []
      for (const path of paths) {
        const response = await page.goto(path)
        pages.push({ path, status: response?.status(), ...readPage(await page.content(), site.url + path) })
      }
      crawls.push(pages)
      await leave()
    }
    return { entries, paths, crawls, pages: crawls[0] ?? [] }
  }

  type Crawl = Awaited<ReturnType<typeof crawlSitemap>>

  function expectSound({ entries, paths, crawls, pages }: Crawl): void {
    // Script and width change nothing of what a crawler reads.
    for (const crawl of crawls) expect(crawl).toEqual(pages)
    expect(pages.filter(({ status }) => status !== 200)).toEqual([])
    expect(pages.map(({ canonical }) => new URL(canonical ?? '').pathname)).toEqual(paths)
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
    expect(pages.flatMap(({ graph }) => [...findVocabularyErrors(graph), ...findUnlinkedNodes(graph)])).toEqual([])
    const linkedPaths = new Set(pages.flatMap(({ path, links }) => links.filter((link) => link !== path)))
    expect(paths.filter((path) => !linkedPaths.has(path))).toEqual([])
    expect(entries.filter(({ lastmod }) => !lastmod)).toEqual([])
  }

  it('finds the same site on a phone without script and on a desktop with script, and nothing of what is gone', {
    timeout: 240_000,
  }, async () => {
    const before = await crawlSitemap()
    expectSound(before)

    const call = await createApiClient(site)
    const services = (await call('GET', '/service-items')) as Record<string, string>[]
    const renamed = services.find(({ serviceTitle }) => serviceTitle === RENAMED.from)
    const deleted = services.find(({ serviceTitle }) => serviceTitle === DELETED)
    await call('PUT', `/service-item/${renamed?._id}`, { ...renamed, serviceTitle: RENAMED.to })
    await call('DELETE', `/content/service-item/${deleted?._id}`)
    const [question] = (await call('GET', '/faq-items')) as Record<string, string>[]
    await call('PUT', `/faq-item/${question?._id}`, { ...question, accodingText: EDITED_ANSWER })

    const after = await crawlSitemap()
    expectSound(after)
    const [renamedPath, deletedPath] = [String(renamed?._path), String(deleted?._path)]
    expect(after.paths).toEqual(
      before.paths.flatMap((path) => {
        if (path === deletedPath) return []
        return path === renamedPath ? '/service/directory-listings' : path
      }),
    )
    expect(after.pages.filter(({ links }) => links.includes(renamedPath) || links.includes(deletedPath))).toEqual([])
    const graphs = JSON.stringify(after.pages.map(({ graph }) => graph))
    for (const gone of [renamedPath, deletedPath, `"${RENAMED.from}"`, `"${DELETED}"`]) expect(graphs).not.toContain(gone)
    expect(after.pages.filter(({ words }) => words.includes(EDITED_ANSWER)).map(({ path }) => path)).toEqual(['/'])
    expect((await fetch(site.url + deletedPath)).status).toBe(410)
    const moved = await fetch(site.url + renamedPath, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/service/directory-listings'])

    const getTimes = ({ entries, paths }: Crawl) => new Map(paths.map((path, index) => [path, entries[index]?.lastmod]))
    const [timesBefore, timesAfter] = [getTimes(before), getTimes(after)]
    const changed = after.paths.filter((path) => timesAfter.get(path) !== timesBefore.get(path))
    expect(changed).toEqual(['/', '/service/', '/pricing/', '/service/directory-listings'])
    // A page has a new time exactly if its own words are new. The lists of other services are links.
    const getOwnWords = ({ pages }: Crawl) =>
      new Map(pages.map(({ path, words }) => [path, words.replace(/(?:^- )?\[.*?\]\(.*?\)\n?/gm, '')]))
    const [wordsBefore, wordsAfter] = [getOwnWords(before), getOwnWords(after)]
    expect(after.paths.filter((path) => wordsAfter.get(path) !== wordsBefore.get(path))).toEqual(changed)
  })
})

function readPage(html: string, url: string): Omit<CrawledPage, 'path' | 'status'> {
  const { title, text } = extractPageText(html, url)
  const { origin } = new URL(url)
  const links = parsePageHtml(html).links.flatMap(({ href }) => {
    const target = URL.parse(href, url)
    return target?.origin === origin ? target.pathname : []
  })
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  return {
    title,
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    // With script, the carousel counts its people.
    words: text.replace(/\n+\d+(?: to \d+)? of \d+(?=\n)/g, ''),
    links: [...new Set(links)],
    graph: (JSON.parse(block) as { '@graph'?: object[] })['@graph'] ?? [],
  }
}
