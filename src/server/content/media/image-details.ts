import type { ImageDisplayDetails, MediaImage } from '#contract/content/media.ts'
import { getVariantUrl, listVariantWidths } from '#contract/content/media-urls.ts'
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

/** `uses` counts the places that use the image. */
export type LibraryImageWithUsageCount = StoredImage & { uses: number }

export function serializeImage(image: LibraryImageWithUsageCount): MediaImage {
  const { id, size, added_at, cropped_from, uses } = image
  const details = serializeImageDetails(image)
  const [thumbnailWidth] = listVariantWidths(details.width)
  return {
    _id: id,
    ...details,
    bytes: size,
    thumbnail: thumbnailWidth === undefined ? details.url : getVariantUrl(id, thumbnailWidth, 'webp'),
    addedAt: added_at,
    ...(cropped_from !== null && { croppedFrom: cropped_from }),
    uses,
  }
}
