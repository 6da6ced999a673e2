import { expect, it } from 'vitest'
import { parsePageHtml } from '#server/content/site-audit/parse-page-html.ts'
import { extractPageText } from '#server/site/pages/html-to-text.ts'
import { parseSitemap } from '../../tests/support/parse-sitemap.ts'
import { startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const VARIANTS = [
  { viewport: { width: 360, height: 900 }, javaScriptEnabled: false },
  { viewport: { width: 1440, height: 900 }, javaScriptEnabled: true },
]

const site = startSiteForSuite({ SEED: 'demo' })

it('a crawler reads the same on a phone without script and on a desktop with script', async () => {
  const entries = parseSitemap(await (await fetch(`${site.url}/sitemap.xml`)).text())
  const crawls: object[][] = []
  for (const variant of VARIANTS) {
    const { page, leave } = await startVisit(site, variant)
    const pages: object[] = []
    for (const { loc } of entries) {
      expect((await page.goto(new URL(loc).pathname))?.status()).toBe(200)
      pages.push(readPage(await page.content(), loc))
    }
    crawls.push(pages)
    await leave()
  }
  expect(entries.length).toBeGreaterThan(10)
  expect(crawls[1]).toEqual(crawls[0])
})

function readPage(html: string, url: string) {
  const { title, text } = extractPageText(html, url)
  return {
    url,
    title,
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    // With script, the carousel counts its people.
    words: text.replace(/\n+\d+(?: to \d+)? of \d+(?=\n)/g, ''),
    links: new Set(parsePageHtml(html).links.map(({ href }) => href)),
    structuredData: /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1],
  }
}
