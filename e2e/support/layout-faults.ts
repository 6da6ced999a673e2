import type { Page } from 'playwright-core'

/** What is wider than the window, stands out of the box that it belongs to, or lies over its neighbour. */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const wide = document.documentElement.scrollWidth
    if (wide > innerWidth) faults.push(`the page is ${wide} px wide in a window of ${innerWidth}`)
    // Glyphs may stand out of a tight line above and below; what they belong to may not be left.
    // What scrolls by itself, such as the sidebar, may hold more than it shows.
    const scrolls = (box: Element) => /auto|scroll/.test(getComputedStyle(box).overflowY)
    const isIn = (text: DOMRect, box: DOMRect, slack: number) =>
      text.left >= box.left - 1 && text.right <= box.right + 1 && text.top >= box.top - slack && text.bottom <= box.bottom + slack
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const describeElement = (element: Element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      if (!parent || !texts.currentNode.textContent?.trim() || !isShown(parent)) continue
      // For screen readers alone, or cut on purpose.
      if (parent.closest('.sr-only, .unseen, .skip-link, .brand')) continue
      // So is the head of a table whose rows are cards.
      if (getComputedStyle(parent.closest('thead') ?? parent).clipPath !== 'none') continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const text = range.getBoundingClientRect()
      const box = parent.closest('button, .button, li, figure, form, section, header, main, footer')
      const slack = Number.parseFloat(getComputedStyle(parent).fontSize) / 3
      if (box && !scrolls(box) && !isIn(text, box.getBoundingClientRect(), slack))
        faults.push(`stands out of ${box.tagName}.${box.className}: ${describeElement(parent)}`)
      const isSeen = text.left >= -1 && text.right <= innerWidth + 1
      if (!isSeen && !parent.closest('.slides')) faults.push(`leaves the window: ${describeElement(parent)}`)
    }
    for (const list of document.querySelectorAll('ul, ol')) {
      const items = [...list.children].filter(isShown).map((item) => ({ item, box: item.getBoundingClientRect() }))
      for (const [index, { item, box }] of items.entries()) {
        const over = items.slice(index + 1).find(({ box: other }) => {
          const width = Math.min(box.right, other.right) - Math.max(box.left, other.left)
          return width > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1
        })
        if (over) faults.push(`lies over its neighbour: ${describeElement(item)}`)
      }
    }
    return faults
  })
}
