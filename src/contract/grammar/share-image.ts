/** What link previews show, in px. */
export const SHARE_IMAGE = { width: 1200, height: 630 }

/**
 * Where the drawn share image of a page is, by its name or, of a record's, its path. The address changes with the words on
 * it, so that it may be kept for long.
 */
export function shareImagePath(page: string, title: string, businessName: string): string {
  return `/share/${shareImageFile(page)}?v=${shortHash(`${title}\n${businessName}`)}`
}

export function shareImageFile(page: string): string {
  return `${page.toLowerCase().replace(/^\//, '').replace(/[/ ]/g, '-')}.png`
}

/** FNV-1a, 32 bits: tells texts apart, keeps nothing secret. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}
