/** The longest side (pixels) that the library stores (docs/decisions/0042). */
const MAX_SIDE = 2560
/** Smaller files upload quickly even on a slow connection, so they stay unchanged. */
const SMALL_FILE_BYTES = 700_000
const QUALITY = 0.85

/**
 * Scales a photo down to the stored size before the upload. GIF and SVG files and files that wouldn't shrink stay
 * unchanged. A file that the browser can't decode stays unchanged too, and the server reports it.
 */
export async function shrinkImage(file: Blob): Promise<Blob> {
  const isHeic = /\/hei[cf]/.test(file.type)
  if (file.type === 'image/gif' || file.type === 'image/svg+xml' || (file.size <= SMALL_FILE_BYTES && !isHeic)) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  try {
    const smaller = await renderScaledImage(bitmap, file.type === 'image/jpeg' || isHeic ? 'image/jpeg' : 'image/webp')
    if (!smaller || (smaller.size >= file.size && !isHeic)) return file
    return file instanceof File ? new File([smaller], file.name, { type: smaller.type }) : smaller
  } finally {
    bitmap.close()
  }
}

/** Returns null if the browser has too little memory or doesn't know the format. */
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
