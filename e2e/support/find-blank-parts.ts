import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** The tallest stretch of one color, in CSS pixels, that still looks like space between two sections. */
const MAX_EMPTY_HEIGHT = 450

/** Boxes below this size, in CSS pixels, may hold one color, such as a space or half a letter at an edge. */
const MIN_BOX = 12

type Box = { what: string; left: number; top: number; width: number; height: number }

/**
 * Captures the full page, as screenshot tools and archives do, and returns what is missing from the capture:
 * texts and images whose box holds a single color, and stretches of one color taller than MAX_EMPTY_HEIGHT.
 */
export async function findBlankParts(page: Page): Promise<string[]> {
  // On a busy machine, Chromium fails to capture a page that hasn't drawn a frame yet.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const capture = await page.screenshot({ fullPage: true, animations: 'disabled' })
  const { data, info } = await sharp(capture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const pixels = new Uint8Array(data)
  const isSame = (one: number, other: number) =>
    pixels[one] === pixels[other] && pixels[one + 1] === pixels[other + 1] && pixels[one + 2] === pixels[other + 2]

  function isOneColor(left: number, top: number, right: number, bottom: number): boolean {
    const firstPixel = (top * width + left) * 3
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) if (!isSame(firstPixel, (y * width + x) * 3)) return false
    return true
  }

  function findEmptyStretches(): string[] {
    const stretches: string[] = []
    let start = 0
    for (let y = 1; y <= height; y++) {
      if (y < height && isOneColor(0, y, width, y + 1) && isSame(start * width * 3, y * width * 3)) continue
      if (y - start > MAX_EMPTY_HEIGHT) stretches.push(`rows ${start} to ${y} of ${height}`)
      start = y
    }
    return stretches
  }

  const unpainted = (await measureBoxes(page)).filter((box) => {
    const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))]
    const right = Math.min(width, Math.ceil(box.left + box.width))
    const bottom = Math.min(height, Math.ceil(box.top + box.height))
    return right - left >= MIN_BOX && bottom - top >= MIN_BOX && isOneColor(left, top, right, bottom)
  })
  return [...unpainted.map(({ what, top }) => `${what} at ${Math.round(top)}`), ...findEmptyStretches()]
}

/** Measures every visible line of text and every image, from the top left of the document. */
function measureBoxes(page: Page): Promise<Box[]> {
  return page.evaluate(() => {
    const isShown = (element: Element | null): element is Element =>
      element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) === true &&
      !element.closest('.sr-only, .skip-link')
    const boxes: Box[] = []
    /** Adds the part of a box that its ancestors don't clip. */
    function add(what: string, element: Element, { left, top, right, bottom }: DOMRect): void {
      const box = { left, top, right, bottom }
      for (let ancestor = element.parentElement; ancestor && ancestor !== document.body; ancestor = ancestor.parentElement) {
        if (getComputedStyle(ancestor).overflowX === 'visible') continue
        const edge = ancestor.getBoundingClientRect()
        box.left = Math.max(box.left, edge.left)
        box.right = Math.min(box.right, edge.right)
      }
      boxes.push({ what, left: box.left, top: box.top + scrollY, width: box.right - box.left, height: box.bottom - box.top })
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const element = text.parentElement
      if (!text.data.trim() || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const line of range.getClientRects()) add(`“${text.data.trim().slice(0, 40)}”`, element, line)
    }
    for (const image of [...document.images].filter(isShown)) add(image.src, image, image.getBoundingClientRect())
    return boxes
  })
}

/** Finds visible texts that `document.body.innerText` doesn't hold. */
export function findVisibleTextsMissingFromInnerText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const normalize = (text: string | null) => (text ?? '').replace(/\s+/g, '').toLowerCase()
    const whole = normalize(document.body.innerText)
    return [...document.querySelectorAll('h1, h2, h3, p, li, dt, dd')]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.querySelector('style, script, details, svg') &&
          [...element.children].every((child) => child.checkVisibility()),
      )
      .map(({ textContent }) => textContent)
      .filter((text) => !whole.includes(normalize(text)))
  })
}
