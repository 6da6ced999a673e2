import type { Page } from 'playwright-core'

/** Which texts within `among` lie, in part, under or over an element that `selector` finds and that they are not in. */
export function findOverlappingTexts(page: Page, selector: string, among: string): Promise<string[]> {
  return page.evaluate(
    ([selector, among]) => {
      const boxes = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
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

/** Where an element lies in the window, in CSS pixels. */
export function getBounds(page: Page, selector: string): Promise<{ left: number; right: number; top: number; bottom: number }> {
  return page
    .locator(selector)
    .first()
    .evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return { left, right, top, bottom }
    })
}

/** Buttons that are wider than their words and padding, forms aside: what is pressed looks like one thing, not like a band. */
export function findStretchedButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a.button')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('form, .package'))
      .filter((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return one.getBoundingClientRect().width > range.getBoundingClientRect().width + 64
      })
      .map((one) => one.outerHTML.slice(0, 100)),
  )
}

/** Links to the current page that the other links beside them look like. */
export function findUnmarkedCurrentLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describeStyle = (link: Element) => {
      const { borderBottomColor, textDecorationLine } = getComputedStyle(link)
      return `${borderBottomColor} ${textDecorationLine}`
    }
    return [...document.querySelectorAll('header [aria-current]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => {
        const others = one.closest('ul')?.querySelectorAll('a:not([aria-current])') ?? []
        return [...others].some((other) => describeStyle(other) === describeStyle(one))
      })
      .map((one) => one.outerHTML)
  })
}
