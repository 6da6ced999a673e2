import { expect, it } from 'vitest'
import { startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite()

it('the service page shows counters, every service, and three skill bars of the stated lengths', async () => {
  const { page, leave } = await startVisit(site, { javaScriptEnabled: false })
  await page.goto('/service/')
  expect(await page.getByText(/^\d+\+$/).count()).toBe(4)
  const items = (await (await page.request.get('/api/service-items')).json()) as Record<string, string>[]
  expect(items.length).toBeGreaterThan(1)
  for (const { serviceTitle = '', serviceDetails = '', serviceSummary } of items) {
    expect(await page.getByRole('heading', { name: serviceTitle, exact: true }).isVisible()).toBe(true)
    expect(await page.getByText(serviceSummary || serviceDetails, { exact: true }).isVisible()).toBe(true)
  }
  for (const [name, percent] of [
    ['Local SEO', 85],
    ['Link outreach', 65],
    ['Technical SEO', 79],
  ] as const) {
    const bar = page.getByRole('img', { name: `${name}: ${percent}%` })
    expect(await page.getByText(`${percent}%`, { exact: true }).isVisible()).toBe(true)
    const [box, filled] = [await bar.boundingBox(), await bar.locator('path').boundingBox()]
    expect(Math.round((100 * (filled?.width ?? 0)) / (box?.width ?? 1))).toBe(percent)
  }
  await leave()
})
