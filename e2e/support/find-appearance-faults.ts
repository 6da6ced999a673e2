import type { Page } from 'playwright-core'

/** Finds images that don't load, are smaller than 16 px, or have no width and height attributes. */
export function findImageFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const visibleImages = [...document.images].filter((image) => image.checkVisibility({ visibilityProperty: true }))
    for (const image of visibleImages) image.loading = 'eager'
    await Promise.all(visibleImages.map((image) => image.decode().catch(() => undefined)))
    return visibleImages.flatMap((image) => [
      ...(image.naturalWidth > 0 ? [] : [`${image.src} does not load`]),
      ...(image.width >= 16 && image.height >= 16 ? [] : [`${image.src} is too small`]),
      ...(image.hasAttribute('width') && image.hasAttribute('height') ? [] : [`${image.src} has no width or height`]),
    ])
  })
}

/** Finds primary controls that are smaller than 44 px in either direction (P-196). */
export function findSmallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.button, button, input:not([tabindex]), select, textarea, summary, header a, .to-top, [data-player]',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      // A press on its label ticks a checkbox.
      .map((element) => (element.matches('[type=checkbox], [type=radio]') ? (element.closest('label') ?? element) : element))
      .filter((element) => element.getBoundingClientRect().height < 44 || element.getBoundingClientRect().width < 44)
      .map((element) => element.outerHTML.slice(0, 100)),
  )
}

/** Finds elements with an animation, a transition or smooth scrolling. */
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

/** Finds fields and buttons without a visible border. */
export function findBorderlessControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.button, button, input:not([tabindex]), select, textarea, .menu > summary')]
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('[type=checkbox], [type=radio]'),
      )
      .filter((element) => {
        const { borderBottomStyle, borderBottomWidth, borderBottomColor, backgroundColor } = getComputedStyle(element)
        return borderBottomStyle === 'none' || Number.parseFloat(borderBottomWidth) < 1 || borderBottomColor === backgroundColor
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  )
}

/** Returns every element's computed colors, in page order. */
export function listColors(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body, body *')].map((element) => {
      const { color, backgroundColor, colorScheme } = getComputedStyle(element)
      return `${element.tagName} ${color} on ${backgroundColor} ${colorScheme}`
    }),
  )
}

/** Finds texts that aren't dark on a light background. */
export function findPaleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lightness = (cssColor: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (cssColor.match(/[\d.]+/g) ?? []).map(Number)
      return alpha === 0 ? undefined : (red * 0.2126 + green * 0.7152 + blue * 0.0722) / 255
    }
    const backgroundLightness = (element: Element | null): number =>
      element ? (lightness(getComputedStyle(element).backgroundColor) ?? backgroundLightness(element.parentElement)) : 1
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
      .filter((element) => (lightness(getComputedStyle(element).color) ?? 1) > 0.45 || backgroundLightness(element) < 0.9)
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 30)}`)
  })
}

/** Lists chart texts that forced colors don't reach: their color isn't the system's text color. */
export function findFixedChartTexts(page: Page): Promise<string[]> {
  return page.locator('svg text').evaluateAll((texts) => {
    const systemColor = getComputedStyle(document.body).color
    return texts.filter((text) => getComputedStyle(text).fill !== systemColor).map((text) => text.textContent ?? '')
  })
}
