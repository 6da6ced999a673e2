import type { Page } from 'playwright-core'

/** Finds content that is wider than the window, sticks out of its box, or overlaps its neighbor. */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findLayoutFaultsInDocument)
}

/** Runs inside a page, so it uses nothing outside itself. */
export function findLayoutFaultsInDocument(): string[] {
  const faults: string[] = []
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) faults.push(`the page is ${wide} px wide in a window of ${innerWidth}`)
  // A box that scrolls, such as the sidebar, may hold more than it shows.
  const scrolls = (box: Element) => /auto|scroll/.test(getComputedStyle(box).overflowY)
  // Tall glyphs may stick out of a tight line by the slack.
  const isIn = (text: DOMRect, box: DOMRect, slack: number) =>
    text.left >= box.left - 1 && text.right <= box.right + 1 && text.top >= box.top - slack && text.bottom <= box.bottom + slack
  // A row that scrolls sideways and takes the focus may leave the window.
  const isInRow = (element: Element) => {
    const row = element.closest('[tabindex="0"]')
    return row !== null && /auto|scroll/.test(getComputedStyle(row).overflowX)
  }
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const describeElement = (element: Element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (!parent || !texts.currentNode.textContent?.trim() || !isShown(parent)) continue
    // These texts are for screen readers, or cut off on purpose.
    if (parent.closest('.sr-only, .visually-hidden, .skip-link, .brand')) continue
    // The head of a table is hidden if its rows are cards.
    if (getComputedStyle(parent.closest('thead') ?? parent).clipPath !== 'none') continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const text = range.getBoundingClientRect()
    const box = parent.closest('textarea, button, .button, li, figure, form, section, header, main, footer')
    const slack = Number.parseFloat(getComputedStyle(parent).fontSize) / 3
    if (box && !scrolls(box) && !isIn(text, box.getBoundingClientRect(), slack))
      faults.push(`sticks out of ${box.tagName}.${box.className}: ${describeElement(parent)}`)
    const isSeen = text.left >= -1 && text.right <= innerWidth + 1
    if (!isSeen && !isInRow(parent)) faults.push(`leaves the window: ${describeElement(parent)}`)
  }
  // Neighbors may share a border of 1.5 px, which Firefox rounds up.
  const sharedBorder = 2
  for (const list of document.querySelectorAll('ul, ol')) {
    const items = [...list.children].filter(isShown).map((item) => ({ item, box: item.getBoundingClientRect() }))
    for (const [index, { item, box }] of items.entries()) {
      const neighbor = items.slice(index + 1).find(({ box: other }) => {
        const width = Math.min(box.right, other.right) - Math.max(box.left, other.left)
        return width > sharedBorder && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > sharedBorder
      })
      if (neighbor) faults.push(`overlaps its neighbor: ${describeElement(item)}`)
    }
  }
  return faults
}
