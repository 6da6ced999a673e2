import type { AuditAction } from '#contract/audit-actions.ts'
import type { ImageDisplayDetails, MediaImage, MediaUse } from '#contract/content/media.ts'
import { getVariantUrl, listVariantWidths } from '#contract/content/media-urls.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { findFieldsContainingText } from '../records/records.ts'
import { findImage, type StoredImage } from './store.ts'

/** Throws a 404 for a deleted image. */
export async function loadImageRow(db: DatabaseReader, id: string): Promise<StoredImage> {
  const image = await findImage(db, id)
  if (!image || image.deleted_at !== null) throw createImageNotFoundError()
  return image
}

export async function attachImageUsageCount(db: DatabaseReader, image: StoredImage): Promise<LibraryImageWithUsageCount> {
  const uses = await findImageUses(db, image.id, ['live', 'draft'])
  return { ...image, uses: uses.length }
}

export async function findImageUses(db: DatabaseReader, id: string, places: readonly MediaUse['where'][]): Promise<MediaUse[]> {
  const mentions = await findFieldsContainingText(db, id, places)
  return mentions.map(({ value: _, ...use }) => use)
}

export async function recordImageAuditEntry(tx: Tx, action: AuditAction, { id, alt }: StoredImage, actor: string): Promise<void> {
  await recordAuditEntry(tx, { actor, action, subject: id, detail: { alt } })
}

export function createImageNotFoundError(): UserError {
  return new UserError(404, 'This image doesn’t exist anymore.')
}

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
