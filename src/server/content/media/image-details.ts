import type { ImageDisplayDetails } from '#contract/content/media.ts'
import type { StoredImage } from './store.ts'

/** An image's details, with the file sizes that a page load may cost. `bytes` is the size of the original. */
export type ImageDetailsAndFileSizes = {
  id: string
  details: ImageDisplayDetails
  alt: string
  isDeleted: boolean
  bytes: number
  variants: readonly { width: number; bytes: number }[]
}

export function serializeImageDetails({
  id,
  format,
  width,
  height,
  alt,
  focus_x,
  focus_y,
  file_name,
}: StoredImage): ImageDisplayDetails {
  const url = `/media/${id}.${format}`
  return { url, width, height, alt, focusX: focus_x, focusY: focus_y, ...(file_name && { fileName: file_name }) }
}
