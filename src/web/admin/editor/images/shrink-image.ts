/** How many pixels on a side the library keeps: more need not travel (docs/decisions/0042). */
const MAX_SIDE = 2560
/** What travels at once even over a slow line, in bytes. */
const SMALL_FILE_BYTES = 700_000
const QUALITY = 0.85

/**
 * A photo as large as it will be kept, so that a phone's 12 MP do not travel first. Whatever the browser cannot read, or
 * would not make smaller, is sent as it is: the server says what is wrong with it. What moves stays whole.
 */
export async function shrinkImage(file: Blob): Promise<Blob> {
  const isHeic = /\/hei[cf]/.test(file.type)
  if (file.type === 'image/gif' || file.type === 'image/svg+xml' || (file.size <= SMALL_FILE_BYTES && !isHeic)) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  try {
    const smaller = await renderScaledImage(bitmap, file.type === 'image/jpeg' || isHeic ? 'image/jpeg' : 'image/webp')
    return smaller && (smaller.size < file.size || isHeic) ? smaller : file
  } finally {
    bitmap.close()
  }
}

/** Nothing where the browser has no memory for it, or does not know the format. */
async function renderScaledImage(bitmap: ImageBitmap, type: string): Promise<Blob | null> {
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}
