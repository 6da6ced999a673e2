import type { Page } from 'playwright-core'

/** Returns the texts within `among` that overlap an element of `selector` without being part of it. */
export function findOverlappingTexts(page: Page, selector: string, among: string): Promise<string[]> {
  return page.evaluate(
    ([selector, among]) => {
      const boxes = [...document.querySelectorAll(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      )
      const texts = [...document.querySelectorAll(among)].flatMap((root) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        const textNodes: Text[] = []
        while (walker.nextNode()) textNodes.push(walker.currentNode as Text)
        return textNodes
      })
      return texts
        .filter(({ parentElement, data }) => data.trim() && parentElement?.checkVisibility({ visibilityProperty: true }))
        .filter((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          return boxes.some((box) => {
            const { left, right, top, bottom } = box.getBoundingClientRect()
            const overlaps = (line: DOMRect) =>
              line.right > left + 1 && line.left < right - 1 && line.bottom > top + 1 && line.top < bottom - 1
            return !box.contains(text) && [...range.getClientRects()].some(overlaps)
          })
        })
        .map(({ data }) => data)
    },
    [selector, among] as const,
  )
}

/** Returns the texts of the page's controls that an element covers. */
export function findCoveredControls(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .first()
    .evaluate((cover) => {
      const { left, right, top, bottom } = cover.getBoundingClientRect()
      return [...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)')]
        .filter((control) => {
          const box = control.getBoundingClientRect()
          return box.width > 0 && box.right > left && box.left < right && box.bottom > top && box.top < bottom
        })
        .map((control) => control.textContent)
    })
}

/** Returns an element's edges relative to the window, in CSS pixels. */
export function getBounds(page: Page, selector: string): Promise<{ left: number; right: number; top: number; bottom: number }> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    })
}

/** Finds button links outside forms that are wider than their text and padding. */
export function findStretchedButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a.button')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('form, .package'))
      .filter((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return element.getBoundingClientRect().width > range.getBoundingClientRect().width + 64
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  )
}

/** Finds header links to the current page that look like the links beside them. */
export function findUnmarkedCurrentLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describeStyle = (link: Element) => {
      const { borderBottomColor, textDecorationLine } = getComputedStyle(link)
      return `${borderBottomColor} ${textDecorationLine}`
    }
    return [...document.querySelectorAll('header [aria-current]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const others = element.closest('ul')?.querySelectorAll('a:not([aria-current])') ?? []
        return [...others].some((other) => describeStyle(other) === describeStyle(element))
      })
      .map((element) => element.outerHTML)
  })
}
