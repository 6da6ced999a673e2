import type { Browser, BrowserContextOptions, Page, Response, ViewportSize } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { publicPage, publicPages } from '../src/contract/public-pages.ts'
import { redirect } from '../src/contract/sections/redirect.ts'
import { expectAccessible, keyboardFaults } from './support/accessibility.ts'
import { layoutFaults } from './support/layout-faults.ts'
import { saveLongContent } from './support/long-content.ts'
import { colours, edgeless, motions, paleTexts, pictureFaults, smallTargets } from './support/looks.ts'
import { GONE, publicAddresses } from './support/public-addresses.ts'
import { logInOwner, ownedSite, type Site, startSite } from './support/site.ts'
import { arrive, sharedBrowser } from './support/visitor.ts'

const PHONE = { width: 360, height: 800 }
const DESKTOP = { width: 1440, height: 900 }
/** The smallest phone, and a window of 1280 px at 400 %. */
const NARROWEST = { width: 320, height: 640 }
const KB = 1024

let site: Site
let empty: Site
let long: Site
let browser: Browser
beforeAll(async () => {
  const none = { ...ownedSite, SEED: 'none' }
  ;[site, empty, long, browser] = await Promise.all([startSite(ownedSite), startSite(none), startSite(none), sharedBrowser()])
  await (await logInOwner(site))(redirect, { oldPath: GONE, state: 'Gone' })
  await saveLongContent(await logInOwner(long))
  // As small as they get only after somebody has asked for them.
  for (const { path } of publicPages) {
    const etag = async () => (await fetch(site.url + path)).headers.get('etag') ?? 'none'
    await vi.waitFor(async () => expect(await etag()).not.toMatch(/^W/), 20_000)
  }
})
afterAll(() => Promise.all([site?.close(), empty?.close(), long?.close()]))

type Visit = BrowserContextOptions & { url?: string }
type See = (page: Page, response: Response | null) => Promise<void>

/** Looks at a page as somebody who has not been here before; fails for console errors and requests to other sites. */
async function look(path: string, at: Visit, see: See) {
  const { url = site.url, ...options } = at
  const { page, foreign, leave } = await arrive(browser, url, options)
  await see(page, await page.goto(path))
  expect(foreign).toEqual([])
  await leave()
}

/** Runs what `see` finds on each listed page. */
async function onEachPage(at: Visit, see: (page: Page, path: string) => Promise<void>) {
  for (const { path } of publicPages) await look(path, at, (page) => see(page, path))
}

describe.each(publicAddresses)('$path', ({ path, status, isListed }) => {
  async function expectWhole(page: Page, response: Response | null, screen: ViewportSize) {
    expect(response?.status()).toBe(status)
    if (isListed) expect((await response?.request().sizes())?.responseBodySize).toBeLessThanOrEqual(8 * KB)
    expect(await page.locator('h1').count()).toBe(1)
    expect(await pictureFaults(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    for (const viewport of [NARROWEST, screen]) {
      await page.setViewportSize(viewport)
      expect(await layoutFaults(page)).toEqual([])
    }
  }

  async function expectWayPastHeader(page: Page) {
    await page.keyboard.press('Tab')
    const way = page.getByRole('link', { name: 'Skip to content' })
    expect(await way.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await way.evaluate((link) => getComputedStyle(link).clipPath)).toBe('none')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('header, .skip-link'))).toBeNull()
  }

  it.each([PHONE, DESKTOP])(
    'at $width px is whole, shows a ring on every control that the keyboard reaches, none hidden, and has no fault that axe can find',
    async (viewport) => {
      await look(path, { viewport }, async (page, response) => {
        await expectWhole(page, response, viewport)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        expect(await keyboardFaults(page)).toEqual([])
        await page.emulateMedia({ reducedMotion: null })
        const menu = page.locator('header summary')
        if (await menu.isVisible()) await menu.click()
        await expectAccessible(page)
      })
    },
  )

  it('is whole without JavaScript too, and begins with a way past the header', async () => {
    await look(path, { viewport: DESKTOP, javaScriptEnabled: false }, async (page, response) => {
      await expectWhole(page, response, DESKTOP)
      await expectWhole(page, response, PHONE)
      await expectWayPastHeader(page)
    })
  })

  it('holds still where people asked for that, keeps its edges in forced colours and its colours in a dark system, and prints as dark ink on white', async () => {
    await look(path, { viewport: DESKTOP, reducedMotion: 'reduce' }, async (page) => {
      await expectWayPastHeader(page)
      expect(await motions(page)).toEqual([])
      const inLight = await colours(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await colours(page)).toEqual(inLight)
      await page.emulateMedia({ colorScheme: null, forcedColors: 'active' })
      expect(await edgeless(page)).toEqual([])
      await page.emulateMedia({ forcedColors: null, media: 'print' })
      expect(await paleTexts(page)).toEqual([])
      for (const part of await page.locator('nav, header .button, form.subscribe, .to-top').all()) {
        expect(await part.isVisible()).toBe(false)
      }
    })
  })
})

/** What the document at an address says in its head. */
async function headOf(url: string) {
  const html = await (await fetch(url)).text()
  const first = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    title: first(/<title>([^<]*)/),
    description: first(/<meta name="description" content="([^"]*)/),
    canonical: first(/<link rel="canonical" href="([^"]*)/),
    robots: first(/<meta name="robots" content="([^"]*)/),
  }
}

it('no two pages share a title or a description, and each has one address', async () => {
  for (const { url } of [site, empty]) {
    const heads = await Promise.all(publicPages.map(({ path }) => headOf(url + path)))
    for (const { description } of heads) expect(description).toMatch(url === site.url ? /.{50}/ : /./)
    expect(new Set(heads.map(({ title }) => title)).size).toBe(publicPages.length)
    expect(new Set(heads.map(({ description }) => description)).size).toBe(publicPages.length)
    expect(heads.map(({ canonical }) => canonical)).toEqual(publicPages.map(({ path }) => url + path))
  }
  expect((await headOf(`${site.url}/contact-us`)).canonical).toBe(site.url + publicPage('Contact').path)
  for (const { path } of publicAddresses.filter(({ path, isListed }) => !isListed && path !== '/contact-us')) {
    expect((await headOf(site.url + path)).robots, path).toMatch(/noindex/)
  }
})

it('every page stands without any content', async () => {
  await onEachPage({ url: empty.url, viewport: DESKTOP }, async (page) => {
    expect(await page.locator('h1').count()).toBe(1)
    await expectAccessible(page)
    for (const viewport of [DESKTOP, NARROWEST]) {
      await page.setViewportSize(viewport)
      expect(await layoutFaults(page)).toEqual([])
    }
  })
})

it('no page breaks under texts of 200 characters and pictures that are not there', async () => {
  await onEachPage({ url: long.url, viewport: PHONE }, async (page) => {
    await expectAccessible(page)
    for (const width of [1440, 1024, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await layoutFaults(page), `at ${width} px`).toEqual([])
      const faults = await pictureFaults(page)
      expect(faults.filter((fault) => !fault.endsWith('did not arrive'))).toEqual([])
    }
  })
})

it.each([PHONE, DESKTOP])('the header’s anchors lead below it from other pages at $width px', async (viewport) => {
  await look('/pricing/', { viewport }, async (page) => {
    if (viewport === PHONE) await page.locator('header summary').click()
    await page.locator('header nav:visible').getByRole('link', { name: 'About Us' }).click()
    await page.waitForURL('**/#about-sec')
    const [header, section] = [page.locator('header'), page.locator('#about-sec')]
    const bottom = await header.evaluate((bar) => Math.max(0, bar.getBoundingClientRect().bottom))
    await expect.poll(() => section.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(120)
    expect(await section.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(bottom)
  })
})

it.each([PHONE, DESKTOP])(
  'the way back to the top appears after one screen and takes the focus along at $width px',
  async (viewport) => {
    await look('/', { viewport, reducedMotion: 'reduce' }, async (page) => {
      const way = page.locator('.to-top-track').getByRole('link', { name: 'Back to top' })
      const isInView = () => way.evaluate((link) => link.getBoundingClientRect().top < innerHeight)
      expect(await isInView()).toBe(false)
      await page.evaluate(() => scrollTo(0, innerHeight * 1.5))
      expect(await isInView()).toBe(true)
      await way.click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('header'))).not.toBeNull()
    })
  },
)
