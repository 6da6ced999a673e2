import { createHash } from 'node:crypto'
import type { ImageDetails, MediaUse } from '../../../contract/content/media.ts'
import { parseMediaId } from '../../../contract/content/media.ts'
import type { AuditAction } from '../../../contract/core/audit-actions.ts'
import type { ListPage, Paging } from '../../../contract/core/paging.ts'
import { UserError } from '../../../contract/core/user-error.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { cachePerContentVersion } from '../../platform/db/content-version.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { IdempotencyKey } from '../../platform/db/idempotency.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { DatabaseReader, MediaVariantTable } from '../../platform/db/tables.ts'
import type { EndpointHandler } from '../../platform/http/register-api.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import { createJobQueue } from '../../platform/queue/queue.ts'
import { bumpContentVersion, findMentions } from '../records/records.ts'
import { assertImageFormat } from './encoding/check-image-format.ts'
import { type EncodedImage, type EncodeImage, encodeInChildProcess } from './encoding/run-encoder.ts'
import { createMediaHandlers } from './handlers.ts'
import { createImageTransfer } from './image-transfer.ts'
import { createMediaFileReader, getImageDetails, type ImageSizes } from './media-files.ts'
import {
  eraseImage,
  findImage,
  findImageBySource,
  insertImage,
  insertVariants,
  listImages,
  listImagesByIds,
  listImagesDeletedBefore,
  listVariantSizes,
  loadImageBytes,
  type StoredImage,
  saveVariant,
  updateImage,
  variantJobTable,
} from './store.ts'
import { VARIANT_QUEUE_TIMING } from './variant-queue-timing.ts'

export type { ImageSizes, MediaFile } from './media-files.ts'

/** `uses` counts the places that use the image. */
export type LibraryImage = StoredImage & { uses: number }

type ImageInput = { alt: string; author: string; croppedFrom?: string }

/** `isNew` is false if the library had the image. `isMoving` is true if only the first of several frames was stored. */
export type AddedImage = { image: LibraryImage; isNew: boolean; isMoving: boolean }

/** A field that is left out stays unchanged. */
type ImageDescription = { alt?: string; focusX?: number; focusY?: number }

type Region = { left: number; top: number; width: number; height: number }

type MediaLibraryOptions = {
  database: Database
  problem: (error: unknown, sentence: string) => void
  encode?: EncodeImage
  timing?: typeof VARIANT_QUEUE_TIMING
}

/** How long an admin can restore a deleted image, in ms. */
const TRASH_RETENTION_MS = 30 * 24 * 60 * 60_000
const CENTER_PERCENT = 50

export type MediaLibrary = ModuleApi<typeof createMediaLibrary>

/** Creates the library. It stores images in the database by their content, in several sizes (decision 42). */
export function createMediaLibrary({
  database,
  problem,
  encode = encodeInChildProcess,
  timing = VARIANT_QUEUE_TIMING,
}: MediaLibraryOptions) {
  const { read, write, contentVersion } = database

  const queue = createJobQueue<MediaVariantTable, EncodedImage>({
    database,
    table: variantJobTable,
    timing,
    name: 'pictures',
    problem,
    maxConcurrent: 1,
    work: encodeVariant,
    saveOutcome: (tx, job, { bytes }) => saveVariant(tx, job, bytes),
    onFailure: ({ id }, error) => {
      problem(error, `picture ${id} could not be made; the picture itself is shown in its place`)
      return undefined
    },
    isRepeatable: true,
  })

  async function encodeVariant({ media_id, width, format }: MediaVariantTable, signal: AbortSignal): Promise<EncodedImage> {
    const original = await loadImageBytes(read, media_id)
    if (!original) throw new Error('The picture is gone.')
    return encode({ kind: 'shrink', width, format }, original.bytes, signal)
  }

  /** Stores an image made from `source`. If it exists, restores it and fills in a missing description. */
  async function saveImage(
    source: string,
    encoded: EncodedImage | undefined,
    input: ImageInput,
    idempotencyKey?: IdempotencyKey,
  ): Promise<AddedImage> {
    const { picture: image, ...outcome } = await write(async (tx) => {
      const id = encoded && computeImageId(encoded)
      const isNew =
        encoded !== undefined && id !== undefined && (await insertImage(tx, toImageRow(encoded, { id, source, ...input })))
      if (isNew) await insertVariants(tx, id, encoded.width)
      const storedImage = (await findImageBySource(tx, source)) ?? (id && (await findImage(tx, id)))
      if (!storedImage) throw createImageNotFoundError()
      const image = await restoreImage(tx, storedImage, input)
      const auditAction = isNew ? 'media.added' : getChangeAction(storedImage, image)
      if (auditAction) await audit(tx, auditAction, image, input.author)
      return { picture: image, isNew, isMoving: encoded?.isMoving ?? false }
    }, idempotencyKey)
    queue.wake()
    return { image: await withUseCount(image), ...outcome }
  }

  async function withUseCount(image: StoredImage): Promise<LibraryImage> {
    const uses = await findUses(read, image.id, ['live', 'draft'])
    return { ...image, uses: uses.length }
  }

  /** Throws a 404 for a deleted image. */
  async function getImage(id: string): Promise<StoredImage> {
    const image = await findImage(read, id)
    if (!image || image.deleted_at !== null) throw createImageNotFoundError()
    return image
  }

  /** From the COMMIT on, pages that show the image are stale. */
  async function change(
    auditAction: AuditAction,
    actor: string,
    work: (tx: Tx) => Promise<StoredImage | undefined>,
  ): Promise<LibraryImage> {
    const image = await write(async (tx) => {
      await bumpContentVersion(tx)
      const changed = await work(tx)
      if (!changed) throw createImageNotFoundError()
      await audit(tx, auditAction, changed, actor)
      return changed
    })
    contentVersion.onCommitted?.()
    return withUseCount(image)
  }

  const media = {
    imageTransfer: createImageTransfer({ read, write, wake: () => queue.wake() }),

    readFile: createMediaFileReader(read),

    /** Throws a 400 with a sentence at the file field if the upload isn't an image that we accept. */
    async add(
      { bytes, sha256 }: { bytes: Buffer; sha256: string },
      input: ImageInput,
      idempotencyKey?: IdempotencyKey,
    ): Promise<AddedImage> {
      assertImageFormat(bytes)
      const existingImage = await findImageBySource(read, sha256)
      return saveImage(sha256, existingImage ? undefined : await encode({ kind: 'take' }, bytes), input, idempotencyKey)
    },

    /** Adds a part of an image as a new image with the same description. */
    async crop(id: string, region: Region, author: string): Promise<AddedImage> {
      const { alt, width, height } = await getImage(id)
      assertRegionInside(region, { width, height })
      const original = await loadImageBytes(read, id)
      if (!original) throw createImageNotFoundError()
      const { left, top } = region
      const encoded = await encode({ kind: 'crop', ...region }, original.bytes)
      return saveImage(`${id} ${left},${top} ${region.width}x${region.height}`, encoded, { alt, author, croppedFrom: id })
    },

    /** Returns the newest first. */
    async list(wanted: Paging & { search: string }): Promise<ListPage<LibraryImage>> {
      const [{ records, total }, mentions] = await Promise.all([
        listImages(read, wanted),
        findMentions(read, '/media/', ['live', 'draft']),
      ])
      const usedIds = mentions.map(({ value }) => parseMediaId(value))
      return { records: records.map((one) => ({ ...one, uses: usedIds.filter((id) => id === one.id).length })), total }
    },

    get: async (id: string): Promise<LibraryImage> => withUseCount(await getImage(id)),

    uses: async (id: string): Promise<MediaUse[]> => findUses(read, (await getImage(id)).id, ['live', 'draft', 'history']),

    describe: (id: string, input: ImageDescription, actor: string): Promise<LibraryImage> =>
      change('media.changed', actor, async (tx) => {
        const { alt, focusX: focus_x, focusY: focus_y } = input
        const image = await findImage(tx, id)
        if (image?.deleted_at !== null) return undefined
        const descriptionColumns = {
          ...(alt !== undefined && { alt }),
          ...(focus_x !== undefined && { focus_x }),
          ...(focus_y !== undefined && { focus_y }),
        }
        return Object.keys(descriptionColumns).length === 0 ? image : updateImage(tx, id, descriptionColumns)
      }),

    /** Throws a 409 while a record uses the image. Also erases images deleted long ago that no version uses. */
    remove: (id: string, actor: string): Promise<LibraryImage> =>
      change('media.deleted', actor, async (tx) => {
        const image = await findImage(tx, id)
        if (image?.deleted_at !== null) return undefined
        const uses = await findUses(tx, id, ['live', 'draft'])
        if (uses.length > 0) throw new UserError(409, buildInUseMessage(uses.length))
        await eraseUnusedImages(tx, Date.now() - TRASH_RETENTION_MS)
        return updateImage(tx, id, { deleted_at: Date.now() })
      }),

    restore: (id: string, actor: string): Promise<LibraryImage> =>
      change('media.restored', actor, (tx) => updateImage(tx, id, { deleted_at: null })),

    /** Computes the details of all images on the site, once per content version. */
    listDetails: cachePerContentVersion(contentVersion, async (): Promise<ImageDetails[]> => {
      const mentions = await findMentions(read, '/media/', ['live', 'draft'])
      const ids = mentions.flatMap(({ value }) => parseMediaId(value) ?? [])
      return (await listImagesByIds(read, [...new Set(ids)])).map(getImageDetails)
    }),

    /** Returns the images that exist, deleted ones too. */
    async listImageSizes(ids: readonly string[]): Promise<ImageSizes[]> {
      if (ids.length === 0) return []
      const [pictures, sizes] = await Promise.all([listImagesByIds(read, ids), listVariantSizes(read, ids)])
      return pictures.map((image) => ({
        id: image.id,
        facts: getImageDetails(image),
        alt: image.alt,
        isDeleted: image.deleted_at !== null,
        bytes: image.size,
        variants: sizes.filter(({ media_id }) => media_id === image.id),
      }))
    },
  }
  return {
    ...media,
    name: 'content/media',
    handlers: (): EndpointHandler[] => createMediaHandlers(media),
    dataTables: ['media'],
    stateTables: ['media_variant'],
    queues: [queue],
    start: queue.start,
    close: queue.close,
  } satisfies ServerModule
}

function getChangeAction(before: StoredImage, after: StoredImage): AuditAction | undefined {
  if (before.deleted_at !== null) return 'media.restored'
  return before.alt === after.alt ? undefined : 'media.changed'
}

async function audit(tx: Tx, action: AuditAction, { id, alt }: StoredImage, actor: string): Promise<void> {
  await recordAuditEntry(tx, { actor, action, subject: id, detail: { alt } })
}

/** Restores a deleted image and fills in a missing description. */
async function restoreImage(tx: Tx, image: StoredImage, { alt }: ImageInput): Promise<StoredImage> {
  const isUndescribed = image.alt === '' && alt !== ''
  if (image.deleted_at === null && !isUndescribed) return image
  return (await updateImage(tx, image.id, { deleted_at: null, ...(isUndescribed && { alt }) })) ?? image
}

async function findUses(db: DatabaseReader, id: string, places: readonly MediaUse['where'][]): Promise<MediaUse[]> {
  const mentions = await findMentions(db, `/media/${id}`, places)
  return mentions.map(({ value: _, ...use }) => use)
}

async function eraseUnusedImages(tx: Tx, cutoff: number): Promise<void> {
  for (const id of await listImagesDeletedBefore(tx, cutoff)) {
    const uses = await findUses(tx, id, ['live', 'draft', 'history'])
    if (uses.length === 0) await eraseImage(tx, id)
  }
}

function computeImageId({ bytes }: EncodedImage): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

type ImageRowInput = ImageInput & { id: string; source: string }

function toImageRow({ format, width, height, bytes }: EncodedImage, { id, source, alt, author, croppedFrom }: ImageRowInput) {
  if (format === 'avif') throw new Error('A picture is kept in a form that everybody can show.')
  const shape = { format, width, height, size: bytes.length, focus_x: CENTER_PERCENT, focus_y: CENTER_PERCENT, bytes }
  const descriptionColumns = { alt, cropped_from: croppedFrom ?? null, added_by: author, added_at: Date.now(), deleted_at: null }
  return { id, source, ...shape, ...descriptionColumns }
}

function assertRegionInside({ left, top, width, height }: Region, original: { width: number; height: number }): void {
  if (left + width > original.width || top + height > original.height)
    throw new UserError(400, `The part must lie within the picture, which has ${original.width} by ${original.height} pixels.`)
}

function buildInUseMessage(count: number): string {
  const places = count === 1 ? 'one place' : `${count} places`
  return `This picture is used in ${places}. Choose another one there first; then it can be deleted.`
}

function createImageNotFoundError(): UserError {
  return new UserError(404, 'There is no such picture.')
}
