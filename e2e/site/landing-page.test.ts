import { describe, expect, it } from 'vitest'
import { createApiClient } from '../support/api-client.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)

describe('the landing page', () => {
  it('the carousel shows as many people as fit, and moves a screenful per press', async () => {
    const { page, leave } = await startVisit(site, { reducedMotion: 'reduce' })
    for (const [width, visibleCount] of [
      [360, 1],
      [768, 2],
      [1024, 3],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      const slides = page.locator('[data-carousel] .slides')
      await slides.scrollIntoViewIfNeeded()
      const listVisibleSlides = () =>
        slides.evaluate((list) => {
          const { left, right } = list.getBoundingClientRect()
          const isIn = (box: DOMRect) => box.left >= left - 1 && box.right <= right + 1
          return [...list.children].flatMap((slide, nth) => (isIn(slide.getBoundingClientRect()) ? [nth] : []))
        })
      const firstSlides = Array.from({ length: visibleCount }, (_, nth) => nth)
      expect(await listVisibleSlides()).toEqual(firstSlides)
      const [previous, next] = ['Previous people', 'Next people'].map((name) => page.getByRole('button', { name }))
      expect(await previous?.getAttribute('aria-disabled')).toBe('true')
      await next?.click()
      await expect.poll(listVisibleSlides).toContain(visibleCount)
      await previous?.click()
      await expect.poll(listVisibleSlides).toEqual(firstSlides)
    }
    await leave()
  })

  it('requests nothing from the video’s host before Play, and then only the player (P-152)', async () => {
    const api = await createApiClient(site)
    const [record]: { _id: string }[] = await api('GET', '/videos')
    await api('PUT', `/update-videos/${record?._id}`, { ...record, videoLink: 'https://youtu.be/aqz-KE-bpKQ' })
    const { page, externalRequests, leave } = await startVisit(site)
    const playerUrl = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1'
    await page.route(playerUrl, (route) => route.fulfill({ contentType: 'text/html', body: '<title>A player</title>' }))
    await page.goto('/')
    const playLink = page.getByRole('link', { name: /^Play/ })
    await playLink.scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(externalRequests).toEqual([])
    await playLink.click()
    await page.frameLocator('iframe').locator('html').waitFor()
    expect(externalRequests).toEqual([playerUrl])
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    await leave()
  })

  it('opens and closes the phone menu by keyboard, and returns the focus', async () => {
    const { page, leave } = await startVisit(site, { viewport: { width: 360, height: 800 } })
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/skip/i)
    const button = page.locator('header summary')
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('header details').getAttribute('open')).toBeNull()
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await leave()
  })
})

describe('without JavaScript', () => {
  it('the landing page opens its menu and its answers, and takes a subscription', async () => {
    const { page, leave } = await startVisit(site, {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 800 },
    })
    await page.goto('/')
    await page.locator('header summary').click()
    expect(await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Log in' }).isVisible()).toBe(true)
    await page.locator('main details summary').nth(1).click()
    await page.getByLabel('Subscribe by email').fill('plain@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('Subscribers is Updated').waitFor()
    await page.getByRole('link', { name: 'Back Home' }).click()
    expect(new URL(page.url()).pathname).toBe('/')
    await leave()
  })
})
