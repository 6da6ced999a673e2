/** What link previews show, in px. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 }

/**
 * Where the drawn share image of a page is, by its name or, of a record's, its path. The address changes with the words on
 * it, so that it may be kept for long.
 */
export function getShareImageUrl(page: string, title: string, businessName: string): string {
  return `/share/${getShareImageFileName(page)}?v=${hashText(`${title}\n${businessName}`)}`
}

export function getShareImageFileName(page: string): string {
  return `${page.toLowerCase().replace(/^\//, '').replace(/[/ ]/g, '-')}.png`
}

/** FNV-1a, 32 bits: tells texts apart, keeps nothing secret. */
function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}
