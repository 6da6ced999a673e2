import { createHash } from 'node:crypto'
import type { AuditAction } from '#contract/audit-actions.ts'
import { cropMediaEndpoint, uploadMediaEndpoint } from '#contract/content/media.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { UploadedFile } from '#platform/http/read-upload.ts'
import { createUploadFileError } from '#platform/http/read-upload.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { SignedInUser } from '#platform/http/request-session-types.ts'
import { fileFormatLabels, recognizeFileFormat } from '#platform/recognize-file-format.ts'
import { slugify } from '../records/records.ts'
import type { EncodedImage, EncodeImage } from './encoding/run-encoder.ts'
import {
  attachImageUsageCount,
  createImageNotFoundError,
  type LibraryImageWithUsageCount,
  loadImageRow,
  recordImageAuditEntry,
  serializeImage,
} from './library-image.ts'
import {
  enqueueVariants,
  findImage,
  findImageBySource,
  insertImage,
  loadImageBytes,
  type StoredImage,
  updateImage,
} from './store.ts'

/** What the parts of the media library share. */
export type MediaDependencies = {
  read: DatabaseReader
  write: WriteFunction
  contentVersion: ContentVersionReader
  encode: EncodeImage
  /** Starts the work on queued variants. */
  wakeVariants: () => void
}

type NewImageDetails = { alt: string; author: string; croppedFrom?: string; fileName?: string }

/** `assertCurrent` throws if the sender may no longer upload. */
type UploadedImageDetails = NewImageDetails & Pick<SignedInUser, 'assertCurrent'>

/** `isNew` is false if the library had the image. `isMoving` is true if only the first of several frames was stored. */
type AddedImage = { image: LibraryImageWithUsageCount; isNew: boolean; isMoving: boolean }

/** In px of the original. */
export type PixelRegion = { left: number; top: number; width: number; height: number }

const CENTER_PERCENT = 50

export function createAddImageHandlers(parts: MediaDependencies) {
  return [
    defineHandler(uploadMediaEndpoint, async ({ body: { alt }, file }, { person, idempotency }) => {
      const input = { alt, author: person.email, assertCurrent: person.assertCurrent }
      const added = await addImage(parts, file, input, idempotency)
      return { message: buildUploadMessage(added), record: serializeImage(added.image) }
    }),

    // Adds a part of an image as a new image with the same description.
    defineHandler(cropMediaEndpoint, async ({ params: { id }, body: region }, { person }) => {
      const { alt, width, height, file_name: fileName } = await loadImageRow(parts.read, id)
      assertRegionInside(region, { width, height })
      const original = await loadImageBytes(parts.read, id)
      if (!original) throw createImageNotFoundError()
      const encoded = await parts.encode({ kind: 'crop', ...region }, original.bytes)
      const source = `${id} ${region.left},${region.top} ${region.width}x${region.height}`
      const { image } = await saveImage(parts, source, encoded, { alt, author: person.email, croppedFrom: id, fileName })
      return { message: 'We saved the crop as a new image', record: serializeImage(image) }
    }),
  ]
}

function buildUploadMessage({ isNew, isMoving }: AddedImage): string {
  if (!isNew) return 'This image is already in your library.'
  return isMoving ? 'Image added. It’s animated, so we kept its first frame.' : 'Image added'
}

/** Throws a 400 with a sentence at the file field if the upload isn't an image that we accept. */
export async function addImage(
  parts: MediaDependencies,
  { name, bytes, sha256 }: UploadedFile,
  input: UploadedImageDetails,
  idempotencyKey?: IdempotencyKey,
): Promise<AddedImage> {
  assertImageFormat(bytes)
  const existingImage = await findImageBySource(parts.read, sha256)
  const encoded = existingImage ? undefined : await parts.encode({ kind: 'take' }, bytes)
  const fileName = slugify(name.replace(/\.\w{1,5}$/, ''))
  return saveImage(parts, sha256, encoded, { ...input, fileName }, idempotencyKey)
}

/** Stores an image made from `source`. If it exists, restores it and fills in a missing description. */
async function saveImage(
  { write, wakeVariants }: MediaDependencies,
  source: string,
  encoded: EncodedImage | undefined,
  { assertCurrent, ...input }: NewImageDetails & Partial<UploadedImageDetails>,
  idempotencyKey?: IdempotencyKey,
): Promise<AddedImage> {
  // A repeat with the same idempotency key returns this stored result, so its field names stay.
  const work = async (tx: Tx) => {
    await assertCurrent?.(tx)
    const id = encoded && computeImageId(encoded)
    const isNew =
      encoded !== undefined && id !== undefined && (await insertImage(tx, toImageRow(encoded, { id, source, ...input })))
    if (isNew) await enqueueVariants(tx, id, encoded.width)
    const storedImage = (await findImageBySource(tx, source)) ?? (id && (await findImage(tx, id)))
    if (!storedImage) throw createImageNotFoundError()
    const image = await restoreImage(tx, storedImage, input)
    const auditAction = isNew ? 'media.added' : getChangeAction(storedImage, image)
    if (auditAction) await recordImageAuditEntry(tx, auditAction, image, input.author)
    return { picture: image, isNew, isMoving: encoded?.isMoving ?? false }
  }
  const added = await write(work, idempotencyKey, async (tx, { picture, ...outcome }) => ({
    image: await attachImageUsageCount(tx, picture),
    ...outcome,
  }))
  wakeVariants()
  return added
}

/** Restores a deleted image and fills in a missing description. */
async function restoreImage(tx: Tx, image: StoredImage, { alt }: NewImageDetails): Promise<StoredImage> {
  const isUndescribed = image.alt === '' && alt !== ''
  if (image.deleted_at === null && !isUndescribed) return image
  return (await updateImage(tx, image.id, { deleted_at: null, ...(isUndescribed && { alt }) })) ?? image
}

function getChangeAction(before: StoredImage, after: StoredImage): AuditAction | undefined {
  if (before.deleted_at !== null) return 'media.restored'
  return before.alt === after.alt ? undefined : 'media.changed'
}

function computeImageId({ bytes }: EncodedImage): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

type AddedImageRow = NewImageDetails & { id: string; source: string }

function toImageRow(
  { format, width, height, bytes }: EncodedImage,
  { id, source, alt, author, croppedFrom, fileName = '' }: AddedImageRow,
) {
  if (format === 'avif') throw new Error('The library stores originals only as JPEG or WebP, which every browser can show.')
  const shape = { format, width, height, size: bytes.length, focus_x: CENTER_PERCENT, focus_y: CENTER_PERCENT, bytes }
  const descriptionColumns = { alt, cropped_from: croppedFrom ?? null, added_by: author, added_at: Date.now(), deleted_at: null }
  return { id, source, file_name: fileName, ...shape, ...descriptionColumns }
}

function assertRegionInside({ left, top, width, height }: PixelRegion, original: { width: number; height: number }): void {
  if (left + width > original.width || top + height > original.height)
    throw new UserError(400, `The crop must be inside the image (${original.width} by ${original.height} pixels).`)
}

const ACCEPTED_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif']
const SEND = 'Upload a JPEG, PNG, WebP, AVIF or GIF image.'

/** How many bytes of an SVG file may precede its `<svg>` element. */
const HEAD_BYTES = 4096

/**
 * Throws a 400 if the first bytes don't name an image format that we accept. Starts no process. The rest of the file may
 * still be damaged.
 */
function assertImageFormat(file: Buffer): void {
  const format = recognizeFileFormat(file.subarray(0, HEAD_BYTES))
  if (format && ACCEPTED_FORMATS.includes(format)) return
  throw createUploadFileError(format ? `This looks like ${fileFormatLabels[format]}. ${SEND}` : `We can’t use this file. ${SEND}`)
}
