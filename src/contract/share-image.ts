import type { PublicPageName } from './public-pages.ts'

/** What link previews show, in px. */
export const SHARE_IMAGE = { width: 1200, height: 630 }

export function shareImageFile(page: PublicPageName): string {
  return `${page.toLowerCase().replaceAll(' ', '-')}.png`
}

/** Where the drawn share image of a page is: its address changes with the words on it, so that it may be kept for long. */
export function shareImagePath(page: PublicPageName, title: string, businessName: string): string {
  return `/share/${shareImageFile(page)}?v=${shortHash(`${title}\n${businessName}`)}`
}

/** FNV-1a, 32 bits: tells texts apart, keeps nothing secret. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}
