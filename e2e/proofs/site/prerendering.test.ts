import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPublicPagePath } from '#contract/core/public-pages.ts'
import { openDevToolsTab } from '../../support/devtools-tab.ts'
import { startSite, type TestSite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

let site: TestSite
/** Every request as path and purpose, such as `/contact prefetch;prerender`. */
const pageRequests: string[] = []
beforeAll(async () => {
  site = await startSite()
  site.app.server.server.on('request', ({ url, headers }) => {
    pageRequests.push(`${url} ${headers['sec-purpose'] ?? ''}`.trim())
  })
})
afterAll(() => site?.close())

it('prerenders a public page while the pointer rests on its link', async () => {
  const tab = await openDevToolsTab(site.url)
  const links = await tab.open('/')
  expect(links).toContain(`${site.url}/contact`)
  // The rules list no login page and no other page that isn't public.
  for (const link of links) expect([link, isPublicPagePath(new URL(link).pathname)]).toEqual([link, true])
  pageRequests.length = 0
  await tab.hover('header a.button[href="/contact"]')
  expect(pageRequests).toContain('/contact prefetch;prerender')
  pageRequests.length = 0
  await tab.click('header a.button[href="/contact"]')
  expect(await tab.run('location.pathname')).toBe('/contact')
  // A value above zero proves a prerendered page. The page requests itself again, so that the site counts the visit.
  expect(await tab.run('performance.getEntriesByType("navigation")[0].activationStart')).toBeGreaterThan(0)
  await expect.poll(() => pageRequests.filter((request) => request.startsWith('/contact'))).toEqual(['/contact'])
  expect(tab.faults).toEqual([])
  await tab.close()
})

it('the landing page makes at most ten requests, one of them for the prerendering rules', async () => {
  for (const width of [360, 768, 1440]) {
    const { page, leave } = await startVisit(site, { viewport: { width, height: 900 } })
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(requests.filter((path) => path === '/speculation-rules.json')).toHaveLength(1)
    expect(requests.length, requests.join(' ')).toBeLessThanOrEqual(10)
    await leave()
  }
})
