import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { assertRunsScripts } from './visitor.ts'

type FocusStop = { nth: number; what: string; isBodyFocused: boolean; faults: string[] }

/** Tabs through the whole page. Returns the controls that Tab skips, that are covered, or that have no focus ring. */
export async function findKeyboardFaults(page: Page): Promise<string[]> {
  const tabStops = await listTabStops(page)
  const faults: string[] = []
  const reached = new Set<number>()
  // The limit ends a focus trap. The controls outside the trap are then not reached.
  for (let press = 0; press <= tabStops.length; press++) {
    await page.keyboard.press('Tab')
    const stop = await describeFocus(page)
    if (stop.isBodyFocused) break
    reached.add(stop.nth)
    faults.push(...stop.faults.map((fault) => `${stop.what}: ${fault}`))
  }
  return [...faults, ...tabStops.filter((_, nth) => !reached.has(nth)).map((what) => `${what}: not reached`)]
}

const TAB_STOP_SELECTOR =
  'a[href], button, input:not([type=radio]:not(:checked)), select, textarea, summary, iframe, [tabindex="0"]'

/** Returns the HTML of each Tab stop. Of a radio group, only the checked button is one: arrow keys reach the others. */
function listTabStops(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const controls = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'),
    )
    Object.assign(window, { controls })
    return controls.map((element) => element.outerHTML.slice(0, 80))
  }, TAB_STOP_SELECTOR)
}

/** Describes the focused element: its position among the Tab stops, and its faults. */
function describeFocus(page: Page): Promise<FocusStop> {
  return page.evaluate(() => {
    const { controls } = window as unknown as { controls: Element[] }
    const focused = document.activeElement ?? document.body
    const faults: string[] = []
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) faults.push('no ring')
    const [box = focused.getBoundingClientRect()] = focused.getClientRects()
    const middle = (box.left + box.right) / 2
    const points = [0.25, 0.5, 0.75].map((share) => [middle, box.top + box.height * share] as const)
    for (const [x, y] of points) {
      const topmost = document.elementFromPoint(x, y)
      // An element taller than the window never fits into view.
      if (!topmost && box.height < innerHeight) faults.push(`out of view at ${x}, ${y}`)
      if (topmost && !focused.contains(topmost) && !topmost.contains(focused))
        faults.push(`under ${topmost.tagName}.${topmost.className}`)
    }
    return {
      nth: controls.indexOf(focused),
      what: focused.outerHTML.slice(0, 80),
      isBodyFocused: focused === document.body,
      faults,
    }
  })
}

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails if axe finds a fault on the page in its current state, once its transitions are over. */
export async function expectAccessible(page: Page): Promise<void> {
  assertRunsScripts(page)
  await Promise.all(page.frames().map(ensureAxeInjected))
  const faults = await page.evaluate(async (tags) => {
    const { axe: injectedAxe } = window as unknown as { axe: typeof axe }
    // A color that changes has a low contrast in between. A transition that another one replaces doesn't finish.
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
    const { violations } = await injectedAxe.run({ resultTypes: ['violations'], runOnly: tags })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, AXE_TAGS)
  expect(faults).toEqual([])
}

/** Injects axe unless the document already has it. An injection takes half as long as a check. */
async function ensureAxeInjected(frame: Frame): Promise<void> {
  try {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  } catch (error) {
    // The page removed this frame, for example a preview that it draws again.
    if (!frame.isDetached()) throw error
  }
}

/** Fails if the page is wider than one of these windows. Runs axe at the first and the last width. */
export async function expectFitsAndAccessible(page: Page, widths: readonly number[] = [320, 768, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(width)
    if (width === widths[0] || width === widths.at(-1)) await expectAccessible(page)
  }
}
