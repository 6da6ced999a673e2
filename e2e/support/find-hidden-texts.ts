/** Finds texts below another element, and texts that a box cuts off. Runs inside a page, so it uses nothing outside itself. */
export function findHiddenTextsInDocument(): string[] {
  const faults: string[] = []
  const describeElement = (element: Element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`
  // Tall glyphs may stick out of a tight line by the slack.
  const cutsOff = (box: DOMRect, text: DOMRect, slack: number) =>
    text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - slack || text.bottom > box.bottom + slack
  /** Returns the element that covers the middle or an end of a line. */
  const findCover = (range: Range, parent: Element) =>
    [...range.getClientRects()]
      .flatMap(({ left, right, top, bottom }) =>
        [left + 2, (left + right) / 2, right - 2].map((x) => document.elementFromPoint(x, (top + bottom) / 2)),
      )
      .find((hit) => hit && !hit.contains(parent) && !parent.contains(hit))

  // A position hits only elements that take clicks.
  const clickable = new CSSStyleSheet()
  clickable.replaceSync('* { pointer-events: auto !important }')
  document.adoptedStyleSheets = [clickable]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (!texts.currentNode.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue
    // These texts are for screen readers, or cut off on purpose.
    if (parent.closest('.sr-only, .visually-hidden, .skip-link, .brand')) continue
    if (getComputedStyle(parent.closest('thead') ?? parent).clipPath !== 'none') continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    parent.scrollIntoView({ block: 'center', behavior: 'instant' })
    const cover = findCover(range, parent)
    if (cover) faults.push(`${describeElement(cover)} covers ${describeElement(parent)}`)
    const slack = Number.parseFloat(getComputedStyle(parent).fontSize) / 3
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(box).overflow)) continue
      if (cutsOff(box.getBoundingClientRect(), range.getBoundingClientRect(), slack))
        faults.push(`${describeElement(box)} cuts off ${describeElement(parent)}`)
    }
  }
  document.adoptedStyleSheets = []
  return faults
}
