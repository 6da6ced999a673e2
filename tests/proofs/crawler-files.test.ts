import { describe, expect, it } from 'vitest'
import { detailPages, listPathAndAlternatePath, type PublicPage, publicPages } from '#contract/core/public-pages.ts'
import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'
import { parseSitemap } from '../support/parse-sitemap.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const ORIGIN = 'https://shop.example'
const LOCAL_ORIGIN = 'http://127.0.0.1:3000'
const CANONICAL = publicPages.map(({ path }) => `<link rel="canonical" href="${LOCAL_ORIGIN}${path}"/>`)
const NOINDEX_OR_CANONICAL = new RegExp(`<meta name="robots" content="noindex|${CANONICAL.join('|')}`)
const { pages } = await loadPageRenderer()

describeOnSqlite('the files for crawlers', (database) => {
  const site = startAppForSuite(database)

  it('list the public pages that need no content on an empty site, without dates', async () => {
    const all = parseSitemap((await site.request('GET', '/sitemap.xml')).text)
    expect(all).toEqual(
      publicPages
        .filter((page) => !('requires' in page))
        .map(({ path }) => ({
          loc: LOCAL_ORIGIN + path,
          images: [],
        })),
    )
  })

  it('keep crawlers away from /api only, and name the sitemap', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await site.request(method, '/robots.txt')
      expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
      if (method === 'HEAD') continue
      const lines = text.split('\n').filter((line) => line !== '')
      expect(lines).toEqual(['User-agent: *', 'Disallow: /api/', `Sitemap: ${LOCAL_ORIGIN}/sitemap.xml`])
    }
  })

  // A crawler may list the URL of a page that it may not fetch, so each page itself says noindex.
  describe.each(pages.filter(({ path }) => !isPublic(path)))('$path', ({ path }) => {
    it('says noindex or names its canonical public page', async () => {
      const url = path.replace(':id', '00000000-0000-4000-8000-000000000000')
      for (const as of ['anonymous', 'admin'] as const) {
        const { status, text } = await site.request('GET', url, { as })
        if (status < 300 || status >= 400) expect(text).toMatch(NOINDEX_OR_CANONICAL)
      }
    })
  })

  it('let browsers prerender public pages only', async () => {
    const { headers, text } = await site.request('GET', '/speculation-rules.json')
    expect(headers).toMatchObject({
      'content-type': 'application/speculationrules+json',
      'cache-control': expect.stringContaining('max-age=86400'),
    })
    const [rule] = (JSON.parse(text) as { prerender: { where: { href_matches: URLPatternInit[] } }[] }).prerender
    const isPrerendered = (url: string) =>
      rule?.where.href_matches.some((one) => new URLPattern({ ...one, baseURL: ORIGIN }).test(url, ORIGIN))
    for (const path of [...publicPages.map(({ path }) => path), '/service/citations'])
      expect([path, isPrerendered(path)]).toEqual([path, true])
    const others = ['/sign-out', '/login', '/api/banner', '/setting', '/?a=1', '/pricing/x', 'https://other.example/pricing/']
    for (const url of [...others, ...pages.map(({ path }) => path).filter((path) => !isPublic(path))]) {
      expect([url, isPrerendered(url)]).toEqual([url, false])
    }
  })

  it('link the speculation rules on public pages only', async () => {
    for (const { path } of pages) {
      if (path.includes(':')) continue
      const { status, headers } = await site.request('GET', path)
      expect([path, headers['speculation-rules']]).toEqual([
        path,
        status === 200 && isServedAsPublic(path) ? '"/speculation-rules.json"' : undefined,
      ])
    }
  })
})

function isPublic(path: string): boolean {
  return [...publicPages, ...detailPages].some((page) => page.path === path || page.path === `${path}/`)
}

/** Returns whether a path is the path of a public page or one of its other spellings. */
function isServedAsPublic(path: string): boolean {
  return publicPages.some((page: PublicPage) => listPathAndAlternatePath(page).includes(path))
}
