/** In px. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 }

/**
 * Returns the URL of a page's rendered share image. `page` is a name, or the path of a record's page. The URL changes
 * with what the image shows, so caches can keep it. `logo` is the logo's URL, or empty.
 */
export function buildShareImageUrl(page: string, shows: { title: string; businessName: string; logo: string }): string {
  const { title, businessName, logo } = shows
  return `/share/${getShareImageFileName(page)}?v=${hashText(`${title}\n${businessName}\n${logo}`)}`
}

/** Returns the URL of a page's share image that is cut from the owner's image. It changes with the image and its focal point. */
export function buildCroppedShareImageUrl(
  page: string,
  { url, focusX, focusY }: { url: string; focusX: number; focusY: number },
): string {
  return `/share/${getShareImageFileName(page, 'jpg')}?v=${hashText(`${url} ${focusX} ${focusY}`)}`
}

/** A rendered image is a PNG, and one of the owner's a JPEG. */
export type ShareImageFormat = 'png' | 'jpg'

export function getShareImageFileName(page: string, format: ShareImageFormat = 'png'): string {
  return `${page.toLowerCase().replace(/^\//, '').replace(/[/ ]/g, '-')}.${format}`
}

/** FNV-1a, 32 bits. It isn't cryptographic. */
function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}
