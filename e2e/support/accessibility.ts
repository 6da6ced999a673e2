import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { assertRunsScripts } from './visitor.ts'

type FocusStop = { nth: number; what: string; isBodyFocused: boolean; faults: string[] }

/** Goes through the whole page by Tab; answers what is not reached, has no visible ring, or lies under something else. */
export async function findKeyboardFaults(page: Page): Promise<string[]> {
  const all = await listTabStops(page)
  const faults: string[] = []
  const reached = new Set<number>()
  // One more than there are, so that a trap shows itself by what is never reached.
  for (let press = 0; press <= all.length; press++) {
    await page.keyboard.press('Tab')
    const stop = await describeFocus(page)
    if (stop.isBodyFocused) break
    reached.add(stop.nth)
    faults.push(...stop.faults.map((fault) => `${stop.what}: ${fault}`))
  }
  return [...faults, ...all.filter((_, nth) => !reached.has(nth)).map((what) => `${what}: not reached`)]
}

const TAB_STOP_SELECTOR =
  'a[href], button, input:not([type=radio]:not(:checked)), select, textarea, summary, iframe, [tabindex="0"]'

/** Everything on the page that Tab goes to, in words: of choices that exclude each other the chosen one, the others by arrow. */
function listTabStops(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const all = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'),
    )
    Object.assign(window, { controls: all })
    return all.map((one) => one.outerHTML.slice(0, 80))
  }, TAB_STOP_SELECTOR)
}

/** Where the focus is, and what is wrong with it there. */
function describeFocus(page: Page): Promise<FocusStop> {
  return page.evaluate(() => {
    const all = (window as unknown as { controls: Element[] }).controls
    const here = document.activeElement ?? document.body
    const faults: string[] = []
    const { outlineStyle, outlineWidth } = getComputedStyle(here)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) faults.push('no ring')
    const [box = here.getBoundingClientRect()] = here.getClientRects()
    const middle = (box.left + box.right) / 2
    const points = [0.25, 0.5, 0.75].map((share) => [middle, box.top + box.height * share] as const)
    for (const [x, y] of points) {
      const over = document.elementFromPoint(x, y)
      // Taller than the window, it cannot be in view as a whole.
      if (!over && box.height < innerHeight) faults.push(`out of view at ${x}, ${y}`)
      if (over && !here.contains(over) && !over.contains(here)) faults.push(`under ${over.tagName}.${over.className}`)
    }
    return { nth: all.indexOf(here), what: here.outerHTML.slice(0, 80), isBodyFocused: here === document.body, faults }
  })
}

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with what axe finds on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  assertRunsScripts(page)
  // Three times as fast: no second page is opened to put together frames of other sites, and nothing told of what passes.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await axe.withTags(AXE_TAGS).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** Fails where the page as it is now is wider than a window of these widths, or axe finds a fault in the first or the last. */
export async function expectFitsAndAccessible(page: Page, widths: readonly number[] = [320, 768, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(width)
    if (width === widths[0] || width === widths.at(-1)) await expectAccessible(page)
  }
}
