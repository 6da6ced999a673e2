import { expect, it } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'
import { findOverlappingTexts, getBounds } from '../../support/element-positions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { visitPage } from '../../support/visitor.ts'

const PHONE = { width: 360, height: 800 }
const DESKTOP = { width: 1440, height: 900 }
/** The widths of common screens, and those at which the layout changes. */
const WIDTHS = [320, 360, 721, 768, 1023, 1024, 1280, 1440, 1920]

const site = startSiteForSuite(ownerSettings)

it.each([PHONE, DESKTOP])(
  'at $width px, the header’s links lead from other pages to sections below the header',
  async (viewport) => {
    await visitPage(site, '/pricing/', { viewport }, async (page) => {
      if (viewport === PHONE) await page.locator('header summary').click()
      await page.locator('header nav:visible').getByRole('link', { name: 'About Us' }).click()
      await page.waitForURL('**/#about-sec')
      const [header, section] = [page.locator('header'), page.locator('#about-sec')]
      const bottom = await header.evaluate((bar) => Math.max(0, bar.getBoundingClientRect().bottom))
      await expect.poll(() => section.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(120)
      expect(await section.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(bottom)
    })
  },
)

it.each([PHONE, DESKTOP])(
  'at $width px, the link to the top appears after one screen and moves the focus too (P-133)',
  async (viewport) => {
    await visitPage(site, '/', { viewport, reducedMotion: 'reduce' }, async (page) => {
      const topLink = page.locator('.header .to-top')
      expect(await topLink.isVisible()).toBe(false)
      await page.evaluate(() => scrollTo(0, innerHeight * 1.5))
      await expect.poll(() => topLink.isVisible()).toBe(true)
      await topLink.click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await page.keyboard.press('Tab')
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('header'))).not.toBeNull()
    })
  },
)

it('the sticky header keeps its menu, button and whole name, and its link to the top covers no text', async () => {
  await visitPage(site, '/', { viewport: PHONE, reducedMotion: 'reduce' }, async (page) => {
    await page.evaluate(() => scrollTo(0, innerHeight * 2))
    await page.locator('.header .to-top').waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const header = await getBounds(page, '.header')
      expect(header.top, `at ${width} px`).toBe(0)
      const topLink = await getBounds(page, '.header .to-top')
      expect(topLink.bottom).toBeLessThanOrEqual(header.bottom)
      expect(topLink.right).toBeLessThanOrEqual(width)
      expect(await findOverlappingTexts(page, '.header .to-top', '.header'), `at ${width} px`).toEqual([])
      expect(await page.locator('header').getByRole('link', { name: 'Contact Now' }).isVisible()).toBe(true)
      expect(await page.locator('header summary').isVisible()).toBe(width < 1024)
      expect(await page.locator('.header .brand > span').evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0)
    }
    // A window of 1280 by 1024 px at 400% zoom is too low for a sticky header.
    await page.setViewportSize({ width: 320, height: 256 })
    await page.evaluate(() => scrollTo(0, innerHeight * 2))
    expect((await getBounds(page, '.header')).bottom).toBeLessThanOrEqual(0)
  })
})

it('the header shows the whole business name beside an owner’s links at every width', async () => {
  const { storageState } = await createApiClient(site)
  await visitPage(site, '/dashboard', { storageState }, async (page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect(
        await page.locator('.header .brand > span').evaluate((name) => name.scrollWidth - name.clientWidth),
        `${width} px`,
      ).toBe(0)
    }
  })
})

it('the landing page’s illustration keeps its search box and its sign apart and off the text', async () => {
  await visitPage(site, '/', {}, async (page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const illustration = await getBounds(page, '.banner-art')
      const [search, board] = [await getBounds(page, '.banner-search'), await getBounds(page, '.banner-board')]
      for (const { left, right, top, bottom } of [search, board]) {
        expect(left, `at ${width} px`).toBeGreaterThanOrEqual(Math.max(0, illustration.left))
        expect(right, `at ${width} px`).toBeLessThanOrEqual(width)
        expect([top >= illustration.top, bottom <= illustration.bottom], `at ${width} px`).toEqual([true, true])
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

it('on a phone, the arrow of a link stays on the line of the last word', async () => {
  await visitPage(site, '/', { viewport: PHONE }, async (page) => {
    const detachedArrows = await page.locator('.arrow-link').evaluateAll(
      (links) =>
        links.filter((link) => {
          const range = document.createRange()
          range.selectNodeContents(link.querySelector('span > span') ?? link)
          const lines = [...range.getClientRects()]
          return lines.some(({ top }) => lines.some(({ bottom }) => top >= bottom))
        }).length,
    )
    expect(detachedArrows).toBe(0)
  })
})

it('the button of a sample video is below its image at every width', async () => {
  await visitPage(site, '/', {}, async (page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const [button, image] = [await getBounds(page, '.video-player .button'), await getBounds(page, '.video-player .picture')]
      expect(button.top, `at ${width} px`).toBeGreaterThan(image.bottom)
    }
  })
})

it('the mark Recommended is above the package name, and three quotes share a row on a tablet', async () => {
  await visitPage(site, '/', { viewport: PHONE }, async (page) => {
    const [mark, name] = [await getBounds(page, '.package-mark'), await getBounds(page, '.package-first .h3')]
    expect(name.top - mark.bottom).toBeGreaterThanOrEqual(12)

    await page.setViewportSize({ width: 768, height: 900 })
    const tops = await page
      .locator('.quotes > li')
      .evaluateAll((quotes) => quotes.map((element) => element.getBoundingClientRect().top))
    expect([tops.length, new Set(tops).size]).toEqual([3, 1])
  })
})

it('on a desktop, the clauses of a legal page are beside their table of contents', async () => {
  await visitPage(site, '/privacy', { viewport: DESKTOP }, async (page) => {
    const [contents, clauses] = [await getBounds(page, '.legal > nav'), await getBounds(page, '.legal-clauses')]
    expect(clauses.left).toBeGreaterThan(contents.right)
    expect(clauses.top).toBe(contents.top)
  })
})

it('on a desktop, the contact form is beside the opening hours', async () => {
  await visitPage(site, '/contact', { viewport: DESKTOP }, async (page) => {
    expect((await getBounds(page, '#message-form')).left).toBeGreaterThan((await getBounds(page, 'main .hours')).right)
  })
})

it('on a phone, the contact form begins within 1.5 screens, and links lead to it and to directions', async () => {
  await visitPage(site, '/contact', { viewport: PHONE, reducedMotion: 'reduce' }, async (page) => {
    const field = await page.getByLabel('Name', { exact: true }).boundingBox()
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(PHONE.height * 1.5)
    expect((await getBounds(page, '#message-form')).top).toBeGreaterThan((await getBounds(page, 'main .hours')).bottom)
    await page.getByRole('link', { name: 'Write to us here' }).click()
    await expect.poll(async () => (await getBounds(page, '#message-form')).top).toBeLessThan(120)
    const [form, header] = [await getBounds(page, '#message-form'), await getBounds(page, '.header')]
    expect(form.top).toBeGreaterThanOrEqual(header.bottom)
    const directions = await page.getByRole('link', { name: 'Get directions' }).getAttribute('href')
    expect(directions).toContain(encodeURIComponent('100 Example Street, Springfield'))
    expect(await page.getByText('Illustration, not an actual map').isVisible()).toBe(true)
  })
})

it('nothing on the landing page shifts while the visitor scrolls (P-197)', async () => {
  await visitPage(site, '/', { viewport: PHONE, reducedMotion: 'reduce' }, async (page) => {
    const shift = await page.evaluate(async () => {
      // The Lighthouse benchmark covers the shift when the fonts load.
      await document.fonts.ready
      let sum = 0
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
      })
      const waitForPaint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      await waitForPaint()
      observer.observe({ type: 'layout-shift' })
      for (const direction of [1, -1]) {
        const isEnd = () => (direction === 1 ? scrollY + innerHeight >= document.body.scrollHeight - 1 : scrollY <= 0)
        while (!isEnd()) {
          scrollBy(0, direction * 500)
          await waitForPaint()
        }
      }
      return sum
    })
    expect(shift).toBe(0)
  })
})

it('a URL with a fragment leads to a section below the header (P-192)', async () => {
  await visitPage(site, '/#work-sec', { viewport: PHONE, reducedMotion: 'reduce' }, async (page) => {
    const { bottom } = await getBounds(page, '.header')
    await expect.poll(async () => (await getBounds(page, '#work-sec')).top).toBeLessThan(120)
    expect((await getBounds(page, '#work-sec')).top).toBeGreaterThanOrEqual(bottom)
  })
})
