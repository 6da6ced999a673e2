import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { field, logIn, press } from './support/account-pages.ts'
import { expectAccessible } from './support/axe.ts'
import { sharedBrowser } from './support/browser.ts'
import { ownedSite, owner } from './support/owner.ts'
import { type Site, startSite } from './support/site.ts'
import { arrive } from './support/visitor.ts'

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(ownedSite), sharedBrowser()])
})
afterAll(() => site?.close())

it.each([360, 1440])(
  'at %i px an admin adds a design item, which needs its link and category alone, and finds it in the list',
  async (width) => {
    const { page, leave } = await arrive(browser, site.url, { viewport: { width, height: 900 } })
    await logIn(page, '/add-item', owner)
    await page.waitForLoadState('networkidle')
    const category = `Open house ${width}`
    await press(page, 'Add design item')
    for (const sentence of ['Category is required.', 'Template link is required.']) {
      await page.getByRole('link', { name: sentence }).waitFor()
    }
    expect(await page.getByText(/ is required\.$/).count()).toBe(4)
    await field(page, 'Category').fill(category)
    await field(page, 'Template link').fill('https://www.canva.com/design/sample')
    await field(page, 'Free or paid').selectOption('Paid')
    await press(page, 'Add design item')
    await page.getByText('Item is Updated', { exact: true }).first().waitFor()
    const row = page.getByRole('listitem').filter({ hasText: category })
    await row.waitFor()
    for (const value of ['Facebook', 'Paid', 'https://www.canva.com/design/sample']) {
      expect(await row.getByText(value, { exact: true }).isVisible()).toBe(true)
    }
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await leave()
  },
)
