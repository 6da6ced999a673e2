import type { Page } from 'playwright-core'

/** Pictures that did not arrive, or have no box of their own without having arrived. */
export function findImageFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const visibleImages = [...document.images].filter((picture) => picture.checkVisibility({ visibilityProperty: true }))
    for (const picture of visibleImages) picture.loading = 'eager'
    const loaded = visibleImages.map((picture) => picture.decode().catch(() => undefined))
    await Promise.all(loaded)
    return visibleImages.flatMap((picture) => [
      ...(picture.naturalWidth > 0 ? [] : [`${picture.src} did not arrive`]),
      ...(picture.width >= 16 && picture.height >= 16 ? [] : [`${picture.src} has no box`]),
      ...(picture.hasAttribute('width') && picture.hasAttribute('height') ? [] : [`${picture.src} tells no shape`]),
    ])
  })
}

/** Controls that a thumb needs room for and that are lower or narrower than 44 px. */
export function findSmallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.button, button, input:not([tabindex]), select, textarea, summary, header a, .to-top, [data-player]',
      ),
    ]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      // A box to tick is pressed by its words.
      .map((one) => (one.matches('[type=checkbox], [type=radio]') ? (one.closest('label') ?? one) : one))
      .filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44)
      .map((one) => one.outerHTML.slice(0, 100)),
  )
}

/** What moves by itself or takes its time to change. */
export function findAnimatedElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [undefined, '::before', '::after'] as const
    return [...document.querySelectorAll('*')].flatMap((element) =>
      parts.flatMap((part) => {
        const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element, part)
        const isStill = /^(0s(, )?)+$/.test(transitionDuration) && animationName === 'none' && scrollBehavior === 'auto'
        return isStill ? [] : [`${element.tagName}.${element.className}${part ?? ''}`]
      }),
    )
  })
}

/** Fields and buttons without a line around them in a colour of its own. */
export function findBorderlessControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.button, button, input:not([tabindex]), select, textarea, .menu > summary')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches('[type=checkbox], [type=radio]'))
      .filter((one) => {
        const { borderBottomStyle, borderBottomWidth, borderBottomColor, backgroundColor } = getComputedStyle(one)
        return borderBottomStyle === 'none' || Number.parseFloat(borderBottomWidth) < 1 || borderBottomColor === backgroundColor
      })
      .map((one) => one.outerHTML.slice(0, 100)),
  )
}

/** Every element's own colours, in page order. */
export function listColors(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body, body *')].map((element) => {
      const { color, backgroundColor, colorScheme } = getComputedStyle(element)
      return `${element.tagName} ${color} on ${backgroundColor} ${colorScheme}`
    }),
  )
}

/** Text that is not dark on white, as paper and ink want it. */
export function findPaleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lightness = (cssColor: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (cssColor.match(/[\d.]+/g) ?? []).map(Number)
      return alpha === 0 ? undefined : (red * 0.2126 + green * 0.7152 + blue * 0.0722) / 255
    }
    const backgroundLightness = (element: Element | null): number =>
      element ? (lightness(getComputedStyle(element).backgroundColor) ?? backgroundLightness(element.parentElement)) : 1
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
      .filter((one) => (lightness(getComputedStyle(one).color) ?? 1) > 0.45 || backgroundLightness(one) < 0.9)
      .map((one) => `${one.tagName}.${one.className}: ${one.textContent?.slice(0, 30)}`)
  })
}
