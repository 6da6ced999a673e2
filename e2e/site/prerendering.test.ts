import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPublicPath } from '../../src/contract/core/public-pages.ts'
import { openDevToolsTab } from '../support/devtools-tab.ts'
import { startSite, type TestSite } from '../support/test-site.ts'
import { getSharedBrowser, startVisit } from '../support/visitor.ts'

let site: TestSite
/** Every request for a page, as `path purpose`. */
const pageRequests: string[] = []
beforeAll(async () => {
  site = await startSite()
  site.app.server.server.on('request', ({ url, headers }) => {
    pageRequests.push(`${url} ${headers['sec-purpose'] ?? ''}`.trim())
  })
})
afterAll(() => site?.close())

it('opens the next public page while the pointer rests on its link, so that a click shows it at once', async () => {
  const tab = await openDevToolsTab(site.url)
  const links = await tab.open('/')
  expect(links).toContain(`${site.url}/contact`)
  // Neither the login nor anything else that is not public.
  for (const link of links) expect([link, isPublicPath(new URL(link).pathname)]).toEqual([link, true])
  pageRequests.length = 0
  await tab.hover('header a.button[href="/contact"]')
  expect(pageRequests).toContain('/contact prefetch;prerender')
  pageRequests.length = 0
  await tab.click('header a.button[href="/contact"]')
  expect(await tab.run('location.pathname')).toBe('/contact')
  // It had begun before it was asked for; the page that is shown asks once more, so that the visit is counted.
  expect(await tab.run('performance.getEntriesByType("navigation")[0].activationStart')).toBeGreaterThan(0)
  await expect.poll(() => pageRequests.filter((one) => one.startsWith('/contact'))).toEqual(['/contact'])
  expect(tab.faults).toEqual([])
  await tab.close()
})

it('costs one request, and the landing page at most ten in all', async () => {
  const browser = await getSharedBrowser()
  for (const width of [360, 768, 1440]) {
    const { page, leave } = await startVisit(browser, site.url, { viewport: { width, height: 900 } })
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/', { waitUntil: 'networkidle' })
    expect(requests.filter((path) => path === '/speculation-rules.json')).toHaveLength(1)
    expect(requests.length, requests.join(' ')).toBeLessThanOrEqual(10)
    await leave()
  }
})
