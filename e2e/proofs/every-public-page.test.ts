import type { Page, Response, ViewportSize } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { redirect } from '#contract/content/kinds/redirect.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { expectAccessible, findKeyboardFaults } from '../support/accessibility.ts'
import { findStretchedButtons, findUnmarkedCurrentLinks } from '../support/element-positions.ts'
import {
  findAnimatedElements,
  findBorderlessControls,
  findFixedChartTexts,
  findImageFaults,
  findPaleTexts,
  findSmallTouchTargets,
  listColors,
} from '../support/find-appearance-faults.ts'
import { findBlankParts, findVisibleTextsMissingFromInnerText } from '../support/find-blank-parts.ts'
import { findLayoutFaults } from '../support/layout-faults.ts'
import { saveLongContent } from '../support/long-content.ts'
import { logInAsOwner, ownerSettings, startSiteForSuite, type TestSite } from '../support/test-site.ts'
import { visitPage } from '../support/visitor.ts'

type PublicUrl = { path: string; status: number; isListed: boolean }

const buildUnlistedUrl = (path: string, status: number): PublicUrl => ({ path, status, isListed: false })

/** A path that the stories mark as gone with a redirect record. */
const GONE_PATH = '/old-office'

/** One service page stands for all of them: only their texts differ. */
const SERVICE_PATH = '/service/link-outreach'

/** Every public page with the status that it answers. */
const publicUrls: readonly PublicUrl[] = [
  ...publicPages.map(({ path }) => ({ path, status: 200, isListed: true })),
  { path: SERVICE_PATH, status: 200, isListed: true },
  buildUnlistedUrl('/contact-us', 200),
  buildUnlistedUrl('/thanks', 200),
  buildUnlistedUrl('/no-such-page', 404),
  buildUnlistedUrl(GONE_PATH, 410),
]

const PHONE = { width: 360, height: 800 }
/** The phone that link previews and audit tools emulate. */
const CAPTURED_PHONE = { width: 411, height: 731 }
const DESKTOP = { width: 1440, height: 900 }
/** The smallest phone, or a window of 1280 px at 400% zoom. */
const NARROWEST = { width: 320, height: 640 }
/** The first width above the layout for phones. */
const SMALL_TABLET = { width: 721, height: 900 }
const KB = 1024

const site = startSiteForSuite(ownerSettings)
const emptySite = startSiteForSuite({ ...ownerSettings, SEED: 'none' })
const longContentSite = startSiteForSuite({ ...ownerSettings, SEED: 'none' })
beforeAll(async () => {
  await (await logInAsOwner(site))(redirect, { oldPath: GONE_PATH, state: 'Gone' })
  await saveLongContent(await logInAsOwner(longContentSite))
  // The size limit needs the best compression, which follows the first request and has a strong ETag.
  for (const { path } of publicPages) {
    const etag = async () => (await fetch(site.url + path)).headers.get('etag') ?? 'none'
    await vi.waitFor(async () => expect(await etag()).not.toMatch(/^W/), 60_000)
  }
})

/** Inspects each listed public page. */
async function visitEachPage(testSite: TestSite, viewport: ViewportSize, inspect: (page: Page) => Promise<void>) {
  for (const { path } of publicPages) await visitPage(testSite, path, { viewport }, inspect)
}

describe.each(publicUrls)('$path', ({ path, status, isListed }) => {
  async function expectComplete(page: Page, response: Response | null, screen: ViewportSize) {
    expect(response?.status()).toBe(status)
    if (isListed) expect((await response?.request().sizes())?.responseBodySize).toBeLessThanOrEqual(8 * KB)
    expect(await page.locator('h1').count()).toBe(1)
    expect(await findImageFaults(page)).toEqual([])
    expect(await findSmallTouchTargets(page)).toEqual([])
    const sampleMark = page.locator('.footer .sample')
    expect(await sampleMark.evaluate((element) => getComputedStyle(element, '::before').borderTopStyle)).toBe('dashed')
    for (const link of await page.locator('a[aria-current="page"]').all()) {
      expect(listPaths(await link.getAttribute('href'))).toContain(path)
    }
    for (const viewport of [NARROWEST, SMALL_TABLET, screen]) {
      await page.setViewportSize(viewport)
      expect(await findLayoutFaults(page)).toEqual([])
      if (viewport === SMALL_TABLET) expect(await findStretchedButtons(page)).toEqual([])
    }
  }

  async function expectSkipLink(page: Page) {
    await page.keyboard.press('Tab')
    const skipLink = page.getByRole('link', { name: 'Skip to content' })
    await expect.poll(() => skipLink.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await skipLink.evaluate((link) => getComputedStyle(link).clipPath)).toBe('none')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('header, .skip-link'))).toBeNull()
  }

  it.each([PHONE, DESKTOP])(
    'at $width px is complete, also in a full-page capture, accessible, and usable by keyboard',
    async (viewport) => {
      await visitPage(site, path, { viewport }, async (page, response) => {
        if (viewport === PHONE) await page.setViewportSize(CAPTURED_PHONE)
        expect(await findVisibleTextsMissingFromInnerText(page)).toEqual([])
        expect(await findBlankParts(page)).toEqual([])
        await expectComplete(page, response, viewport)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        expect(await findKeyboardFaults(page)).toEqual([])
        await page.emulateMedia({ reducedMotion: null })
        // At the top of the page, the open menu covers whole texts. Elsewhere it may cut a link in half, which axe reports.
        await page.evaluate(() => scrollTo(0, 0))
        const menu = page.locator('header summary')
        if (await menu.isVisible()) await menu.click()
        await expectAccessible(page)
      })
    },
  )

  it('is complete without JavaScript, and begins with a skip link', async () => {
    await visitPage(site, path, { viewport: DESKTOP, javaScriptEnabled: false }, async (page, response) => {
      await expectComplete(page, response, DESKTOP)
      await expectComplete(page, response, PHONE)
      await expectSkipLink(page)
    })
  })

  it('respects reduced motion, forced colors and dark systems, and prints dark ink on white (P-198, P-199)', async () => {
    await visitPage(site, path, { viewport: DESKTOP, reducedMotion: 'reduce' }, async (page) => {
      await expectSkipLink(page)
      expect(await findAnimatedElements(page)).toEqual([])
      const inLight = await listColors(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await listColors(page)).toEqual(inLight)
      await page.emulateMedia({ colorScheme: null, forcedColors: 'active' })
      expect(await findBorderlessControls(page)).toEqual([])
      expect(await findUnmarkedCurrentLinks(page)).toEqual([])
      expect(await findFixedChartTexts(page)).toEqual([])
      await page.emulateMedia({ forcedColors: null, media: 'print' })
      expect(await findPaleTexts(page)).toEqual([])
      for (const part of await page.locator('nav, header .button, form.subscribe, .to-top').all()) {
        expect(await part.isVisible()).toBe(false)
      }
    })
  })
})

/** Returns all paths of the page that a link leads to. */
function listPaths(href: string | null): readonly string[] {
  const page = publicPages.find(({ path }) => path === href)
  return page ? [page.path, 'alternatePath' in page ? page.alternatePath : page.path] : []
}

it('every page works with an empty database (P-139)', async () => {
  await visitEachPage(emptySite, DESKTOP, async (page) => {
    expect(await page.locator('h1').count()).toBe(1)
    await expectAccessible(page)
    for (const viewport of [DESKTOP, NARROWEST]) {
      await page.setViewportSize(viewport)
      expect(await findLayoutFaults(page)).toEqual([])
    }
  })
})

it('every page fits texts of 200 characters and missing images', async () => {
  await visitEachPage(longContentSite, PHONE, async (page) => {
    await expectAccessible(page)
    for (const width of [1440, 1024, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findLayoutFaults(page), `at ${width} px`).toEqual([])
      const faults = await findImageFaults(page)
      expect(faults.filter((fault) => !fault.endsWith('does not load'))).toEqual([])
    }
  })
})
