import type { Browser, BrowserContextOptions, Page, Response, ViewportSize } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { redirect } from '../../src/contract/content/kinds/redirect.ts'
import { getPublicPage, publicPages } from '../../src/contract/core/public-pages.ts'
import { expectAccessible, findKeyboardFaults } from '../support/accessibility.ts'
import { createApiClient } from '../support/api-client.ts'
import { findOverlappingTexts, findStretchedButtons, findUnmarkedCurrentLinks, getBounds } from '../support/element-positions.ts'
import { findBlankParts, findTextsMissingFromInnerText } from '../support/full-page-capture.ts'
import { findLayoutFaults } from '../support/layout-faults.ts'
import { saveLongContent } from '../support/long-content.ts'
import { GONE_PATH, publicUrls } from '../support/public-urls.ts'
import { logInAsOwner, ownerSettings, startSite, type TestSite } from '../support/test-site.ts'
import { getSharedBrowser, startVisit } from '../support/visitor.ts'
import {
  findAnimatedElements,
  findBorderlessControls,
  findImageFaults,
  findPaleTexts,
  findSmallTouchTargets,
  listColors,
} from '../support/visual-checks.ts'

const PHONE = { width: 360, height: 800 }
/** The phone that link previews and audit tools emulate. */
const CAPTURED_PHONE = { width: 411, height: 731 }
const DESKTOP = { width: 1440, height: 900 }
/** The smallest phone, and a window of 1280 px at 400 %. */
const NARROWEST = { width: 320, height: 640 }
/** Wider than a phone, and not yet a tablet. */
const SMALL_TABLET = { width: 721, height: 900 }
const KB = 1024

let site: TestSite
let emptySite: TestSite
let longContentSite: TestSite
let browser: Browser
beforeAll(async () => {
  const none = { ...ownerSettings, SEED: 'none' }
  ;[site, emptySite, longContentSite, browser] = await Promise.all([
    startSite(ownerSettings),
    startSite(none),
    startSite(none),
    getSharedBrowser(),
  ])
  await (await logInAsOwner(site))(redirect, { oldPath: GONE_PATH, state: 'Gone' })
  await saveLongContent(await logInAsOwner(longContentSite))
  // As small as they get only after somebody has asked for them.
  for (const { path } of publicPages) {
    const etag = async () => (await fetch(site.url + path)).headers.get('etag') ?? 'none'
    await vi.waitFor(async () => expect(await etag()).not.toMatch(/^W/), 20_000)
  }
})
afterAll(() => Promise.all([site?.close(), emptySite?.close(), longContentSite?.close()]))

type VisitOptions = BrowserContextOptions & {
  url?: string
}
type InspectPage = (page: Page, response: Response | null) => Promise<void>

/** Looks at a page as somebody who has not been here before; fails for console errors and requests to other sites. */
async function visitPage(path: string, at: VisitOptions, inspect: InspectPage) {
  const { url = site.url, ...options } = at
  const { page, externalRequests: foreign, leave } = await startVisit(browser, url, options)
  const response = await page.goto(path)
  await inspect(page, response)
  expect(foreign).toEqual([])
  await leave()
}

/** Runs what `see` finds on each listed page. */
async function visitEachPage(at: VisitOptions, inspect: (page: Page, path: string) => Promise<void>) {
  for (const { path } of publicPages) await visitPage(path, at, (page) => inspect(page, path))
}

describe.each(publicUrls)('$path', ({ path, status, isListed }) => {
  async function expectWhole(page: Page, response: Response | null, screen: ViewportSize) {
    expect(response?.status()).toBe(status)
    if (isListed) expect((await response?.request().sizes())?.responseBodySize).toBeLessThanOrEqual(8 * KB)
    expect(await page.locator('h1').count()).toBe(1)
    expect(await findImageFaults(page)).toEqual([])
    expect(await findSmallTouchTargets(page)).toEqual([])
    const mark = page.locator('.footer .sample')
    expect(await mark.evaluate((element) => getComputedStyle(element, '::before').borderTopStyle)).toBe('dashed')
    for (const link of await page.locator('a[aria-current="page"]').all()) {
      expect(listPaths(await link.getAttribute('href'))).toContain(path)
    }
    for (const viewport of [NARROWEST, SMALL_TABLET, screen]) {
      await page.setViewportSize(viewport)
      expect(await findLayoutFaults(page)).toEqual([])
      if (viewport === SMALL_TABLET) expect(await findStretchedButtons(page)).toEqual([])
    }
  }

  async function expectWayPastHeader(page: Page) {
    await page.keyboard.press('Tab')
    const way = page.getByRole('link', { name: 'Skip to content' })
    await expect.poll(() => way.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await way.evaluate((link) => getComputedStyle(link).clipPath)).toBe('none')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('header, .skip-link'))).toBeNull()
  }

  it.each([PHONE, DESKTOP])(
    'at $width px is whole, also in a full-page capture, shows a ring on every control that the keyboard reaches, none hidden, and has no fault that axe can find',
    async (viewport) => {
      await visitPage(path, { viewport }, async (page, response) => {
        if (viewport === PHONE) await page.setViewportSize(CAPTURED_PHONE)
        expect(await findTextsMissingFromInnerText(page)).toEqual([])
        expect(await findBlankParts(page)).toEqual([])
        await expectWhole(page, response, viewport)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        expect(await findKeyboardFaults(page)).toEqual([])
        await page.emulateMedia({ reducedMotion: null })
        // The open menu lies over what is read, not over half of a link at the foot of the page.
        await page.evaluate(() => scrollTo(0, 0))
        const menu = page.locator('header summary')
        if (await menu.isVisible()) await menu.click()
        await expectAccessible(page)
      })
    },
  )

  it('is whole without JavaScript too, and begins with a way past the header', async () => {
    await visitPage(path, { viewport: DESKTOP, javaScriptEnabled: false }, async (page, response) => {
      await expectWhole(page, response, DESKTOP)
      await expectWhole(page, response, PHONE)
      await expectWayPastHeader(page)
    })
  })

  it('holds still where people asked for that, keeps its edges in forced colours and its colours in a dark system, and prints as dark ink on white', async () => {
    await visitPage(path, { viewport: DESKTOP, reducedMotion: 'reduce' }, async (page) => {
      await expectWayPastHeader(page)
      expect(await findAnimatedElements(page)).toEqual([])
      const inLight = await listColors(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await listColors(page)).toEqual(inLight)
      await page.emulateMedia({ colorScheme: null, forcedColors: 'active' })
      expect(await findBorderlessControls(page)).toEqual([])
      expect(await findUnmarkedCurrentLinks(page)).toEqual([])
      await page.emulateMedia({ forcedColors: null, media: 'print' })
      expect(await findPaleTexts(page)).toEqual([])
      for (const part of await page.locator('nav, header .button, form.subscribe, .to-top').all()) {
        expect(await part.isVisible()).toBe(false)
      }
    })
  })
})

/** Every address of the page that a link leads to. */
function listPaths(href: string | null): readonly string[] {
  const page = publicPages.find(({ path }) => path === href)
  return page ? [page.path, 'alternatePath' in page ? page.alternatePath : page.path] : []
}

/** What the document at an address says in its head. */
async function fetchHead(url: string) {
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
  for (const { url } of [site, emptySite]) {
    const heads = await Promise.all(publicPages.map(({ path }) => fetchHead(url + path)))
    for (const { description } of heads) expect(description).toMatch(url === site.url ? /.{50}/ : /./)
    expect(new Set(heads.map(({ title }) => title)).size).toBe(publicPages.length)
    expect(new Set(heads.map(({ description }) => description)).size).toBe(publicPages.length)
    expect(heads.map(({ canonical }) => canonical)).toEqual(publicPages.map(({ path }) => url + path))
  }
  expect((await fetchHead(`${site.url}/contact-us`)).canonical).toBe(site.url + getPublicPage('Contact').path)
  for (const { path } of publicUrls.filter(({ path, isListed }) => !isListed && path !== '/contact-us')) {
    expect((await fetchHead(site.url + path)).robots, path).toMatch(/noindex/)
  }
})

it('every page stands without any content', async () => {
  await visitEachPage({ url: emptySite.url, viewport: DESKTOP }, async (page) => {
    expect(await page.locator('h1').count()).toBe(1)
    await expectAccessible(page)
    for (const viewport of [DESKTOP, NARROWEST]) {
      await page.setViewportSize(viewport)
      expect(await findLayoutFaults(page)).toEqual([])
    }
  })
})

it('no page breaks under texts of 200 characters and pictures that are not there', async () => {
  await visitEachPage({ url: longContentSite.url, viewport: PHONE }, async (page) => {
    await expectAccessible(page)
    for (const width of [1440, 1024, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findLayoutFaults(page), `at ${width} px`).toEqual([])
      const faults = await findImageFaults(page)
      expect(faults.filter((fault) => !fault.endsWith('does not load'))).toEqual([])
    }
  })
})

it.each([PHONE, DESKTOP])('the header’s anchors lead below it from other pages at $width px', async (viewport) => {
  await visitPage('/pricing/', { viewport }, async (page) => {
    if (viewport === PHONE) await page.locator('header summary').click()
    await page.locator('header nav:visible').getByRole('link', { name: 'About Us' }).click()
    await page.waitForURL('**/#about-sec')
    const [header, contentKind] = [page.locator('header'), page.locator('#about-sec')]
    const bottom = await header.evaluate((bar) => Math.max(0, bar.getBoundingClientRect().bottom))
    await expect.poll(() => contentKind.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(120)
    expect(await contentKind.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(bottom)
  })
})

it.each([PHONE, DESKTOP])(
  'the way back to the top appears after one screen and takes the focus along at $width px',
  async (viewport) => {
    await visitPage('/', { viewport, reducedMotion: 'reduce' }, async (page) => {
      const way = page.locator('.header .to-top')
      expect(await way.isVisible()).toBe(false)
      await page.evaluate(() => scrollTo(0, innerHeight * 1.5))
      await expect.poll(() => way.isVisible()).toBe(true)
      await way.click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await page.keyboard.press('Tab')
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('header'))).not.toBeNull()
    })
  },
)

/** Those that pictures are held against, and the ones between at which something changes. */
const WIDTHS = [320, 360, 721, 768, 1023, 1024, 1280, 1440, 1920]

it('the header stays with its menu and its buttons, and the way back to the top in it covers no text at any width', async () => {
  await visitPage('/', { viewport: PHONE, reducedMotion: 'reduce' }, async (page) => {
    await page.evaluate(() => scrollTo(0, innerHeight * 2))
    await page.locator('.header .to-top').waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const header = await getBounds(page, '.header')
      expect(header.top, `at ${width} px`).toBe(0)
      const way = await getBounds(page, '.header .to-top')
      expect(way.bottom).toBeLessThanOrEqual(header.bottom)
      expect(way.right).toBeLessThanOrEqual(width)
      expect(await findOverlappingTexts(page, '.header .to-top', '.header'), `at ${width} px`).toEqual([])
      expect(await page.locator('header').getByRole('link', { name: 'Contact Now' }).isVisible()).toBe(true)
      expect(await page.locator('header summary').isVisible()).toBe(width < 1024)
      expect(await page.locator('.header .brand > span').evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0)
    }
    // As low as a window of 1280 by 1024 px at 400 %.
    await page.setViewportSize({ width: 320, height: 256 })
    await page.evaluate(() => scrollTo(0, innerHeight * 2))
    expect((await getBounds(page, '.header')).bottom).toBeLessThanOrEqual(0)
  })
})

it('the name is whole beside the links of an owner at every width', async () => {
  const { storageState } = await createApiClient(site)
  await visitPage('/dashboard', { storageState }, async (page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect(
        await page.locator('.header .brand > span').evaluate((name) => name.scrollWidth - name.clientWidth),
        `${width} px`,
      ).toBe(0)
    }
  })
})

it('the landing page’s drawing keeps its search and its board, which touch no text and not each other, at any width', async () => {
  await visitPage('/', {}, async (page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const art = await getBounds(page, '.banner-art')
      const [search, board] = [await getBounds(page, '.banner-search'), await getBounds(page, '.banner-board')]
      for (const { left, right, top, bottom } of [search, board]) {
        expect(left, `at ${width} px`).toBeGreaterThanOrEqual(Math.max(0, art.left))
        expect(right, `at ${width} px`).toBeLessThanOrEqual(width)
        expect([top >= art.top, bottom <= art.bottom], `at ${width} px`).toEqual([true, true])
      }
      const isApart = board.left >= search.right || board.bottom <= search.top || board.top >= search.bottom
      expect(isApart, `at ${width} px`).toBe(true)
      expect(
        await findOverlappingTexts(page, '.banner-search, .banner-board', '.banner-text, figcaption'),
        `at ${width} px`,
      ).toEqual([])
    }
  })
})

it('an arrow stands with its last word on a phone, the button below the picture of a sample at any width, “Recommended” above a name; three quotes share a tablet’s row', async () => {
  await visitPage('/', { viewport: PHONE }, async (page) => {
    const strays = await page.locator('.arrow-link').evaluateAll(
      (links) =>
        links.filter((link) => {
          const range = document.createRange()
          range.selectNodeContents(link.querySelector('span > span') ?? link)
          const lines = [...range.getClientRects()]
          return lines.some(({ top }) => lines.some(({ bottom }) => top >= bottom))
        }).length,
    )
    expect(strays).toBe(0)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const [button, picture] = [await getBounds(page, '.video-player .button'), await getBounds(page, '.video-player .picture')]
      expect(button.top, `at ${width} px`).toBeGreaterThan(picture.bottom)
    }
    await page.setViewportSize(PHONE)
    const [mark, name] = [await getBounds(page, '.package-mark'), await getBounds(page, '.package-first .h3')]
    expect(name.top - mark.bottom).toBeGreaterThanOrEqual(12)

    await page.setViewportSize({ width: 768, height: 900 })
    const tops = await page
      .locator('.quotes > li')
      .evaluateAll((quotes) => quotes.map((element) => element.getBoundingClientRect().top))
    expect([tops.length, new Set(tops).size]).toEqual([3, 1])
  })
})

it('the clauses of a legal page stand beside their list on a desk', async () => {
  await visitPage('/privacy', { viewport: DESKTOP }, async (page) => {
    const [list, clauses] = [await getBounds(page, '.legal > nav'), await getBounds(page, '.legal-clauses')]
    expect(clauses.left).toBeGreaterThan(list.right)
    expect(clauses.top).toBe(list.top)
  })
})

it('the contact form begins within a screen and a half of a phone, a link leads down to it, and another to directions', async () => {
  await visitPage('/contact', { viewport: PHONE, reducedMotion: 'reduce' }, async (page) => {
    const field = await page.getByLabel('Name', { exact: true }).boundingBox()
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(PHONE.height * 1.5)
    await page.getByRole('link', { name: 'Write to us here' }).click()
    const [form, header] = [await getBounds(page, '#message-form'), await getBounds(page, '.header')]
    expect(form.top).toBeGreaterThanOrEqual(header.bottom)
    expect(form.top).toBeLessThan(120)
    const directions = await page.getByRole('link', { name: 'Get directions' }).getAttribute('href')
    expect(directions).toContain(encodeURIComponent('100 Example Street, Springfield'))
    expect(await page.getByText('Illustration, not a map of the place').isVisible()).toBe(true)
  })
})

it('nothing that is seen moves, wherever one scrolls', async () => {
  await visitPage('/', { viewport: PHONE, reducedMotion: 'reduce' }, async (page) => {
    const shift = await page.evaluate(async () => {
      // Whether its arrival moves anything is measured elsewhere.
      await document.fonts.ready
      let sum = 0
      const watch = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
      })
      const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      await frames()
      watch.observe({ type: 'layout-shift' })
      for (const direction of [1, -1]) {
        const isEnd = () => (direction === 1 ? scrollY + innerHeight >= document.body.scrollHeight - 1 : scrollY <= 0)
        while (!isEnd()) {
          scrollBy(0, direction * 500)
          await frames()
        }
      }
      return sum
    })
    expect(shift).toBe(0)
  })
})

it('an address that names a place on the page leads below the header', async () => {
  await visitPage('/#work-sec', { viewport: PHONE, reducedMotion: 'reduce' }, async (page) => {
    const { bottom } = await getBounds(page, '.header')
    await expect.poll(async () => (await getBounds(page, '#work-sec')).top).toBeLessThan(120)
    expect((await getBounds(page, '#work-sec')).top).toBeGreaterThanOrEqual(bottom)
  })
})
