import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { THEME_COLOR } from '#contract/site/theme-color.ts'

/** How many letters fit below an icon. */
const MAX_SHORT_NAME_LENGTH = 30

/** Describes the site for devices that install it as an app (W3C Web Application Manifest). */
export function buildWebManifest({ name }: BusinessFacts): string {
  return JSON.stringify({
    id: '/',
    name,
    // The device shortens a longer name.
    ...(name.length <= MAX_SHORT_NAME_LENGTH && { short_name: name }),
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: THEME_COLOR,
    background_color: THEME_COLOR,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      buildIcon(192),
      buildIcon(512),
      { ...buildIcon(512, 'icon-maskable'), purpose: 'maskable' },
    ],
  })
}

/** Describes a square icon. `size` is in px. */
function buildIcon(size: number, name = 'icon') {
  return { src: `/${name}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }
}
