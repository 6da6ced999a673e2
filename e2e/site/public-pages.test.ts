import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site.ts'
import { arrive, sharedBrowser } from '../support/visitor.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), sharedBrowser()])
})
afterAll(() => site?.close())

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  it('the pricing page shows 7, 7 and 8 points, each card with its order, and its answers open', async () => {
    const { page, leave } = await arrive(browser, site.url, { javaScriptEnabled })
    await page.goto('/pricing/')
    const cards = page.getByRole('listitem').filter({ has: page.locator('a[href^="/order-now/"]') })
    const names = ['Basic', 'Standard', 'Premium']
    expect(await cards.getByRole('heading').allTextContents()).toEqual(names)
    for (const [index, points] of [7, 7, 8].entries()) {
      const card = cards.nth(index)
      expect(await card.getByRole('listitem').count()).toBe(points)
      expect(await card.locator('.button').getAttribute('href')).toMatch(/^\/order-now\/[\w-]+$/)
      for (const words of ['/month', 'One payment per order, no auto-renewal']) {
        expect(await card.getByText(words, { exact: true }).isVisible()).toBe(true)
      }
    }
    const question = page.locator('main details').filter({ hasText: 'What do you need from us to start?' })
    expect(await question.locator('p').first().isVisible()).toBe(false)
    await question.locator('summary').click()
    expect(await question.locator('p').first().isVisible()).toBe(true)
    await leave()
  })

  it('the service page shows counters, then every service, then the three skills as long as their numbers', async () => {
    const { page, leave } = await arrive(browser, site.url, { javaScriptEnabled })
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
      const [whole, drawn] = [await bar.boundingBox(), await bar.locator('path').boundingBox()]
      expect(Math.round((100 * (drawn?.width ?? 0)) / (whole?.width ?? 1))).toBe(percent)
    }
    await leave()
  })
})

describe('search engines', () => {
  const typesOn = async (page: Page, path: string) => {
    await page.goto(path)
    return JSON.stringify(JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? ''))
  }

  it('read an offer for each package, the questions, a service for each item, and where the pages stand', async () => {
    const { page, leave } = await arrive(browser, site.url)
    const pricing = await typesOn(page, '/pricing/')
    expect(pricing.match(/"@type":"Offer"/g)).toHaveLength(3)
    for (const type of ['FAQPage', 'BreadcrumbList']) expect(pricing).toContain(`"@type":"${type}"`)
    const service = await typesOn(page, '/service/')
    expect(service.match(/"@type":"Service"/g)).toHaveLength(8)
    expect(service).toContain('"@type":"BreadcrumbList"')
    expect(pricing + service).not.toMatch(/review|rating/i)
    await leave()
  })
})
