import type { ImageDisplayDetails, MediaUse } from '#contract/content/media.ts'
import { listMediaIds, parseMediaId } from '#contract/content/media-urls.ts'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader, MediaVariantTable } from '#platform/db/tables.ts'
import type { UploadedFile } from '#platform/http/read-upload.ts'
import type { EndpointHandler } from '#platform/http/register-api.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { createJobQueue, type QueueTiming } from '#platform/queue/queue.ts'
import { findFieldsContainingText } from '../records/records.ts'
import { addCroppedImage, addImage, type MediaDependencies, type PixelRegion, type UploadedImageDetails } from './add-image.ts'
import { createMediaFileReader } from './cached-image-reader.ts'
import {
  createUnusedImageFinder,
  type ImageDetailsChange,
  moveImageToTrash,
  undeleteImage,
  updateImageDetails,
} from './edit-or-trash-image.ts'
import {
  type EncodedImage,
  type EncodeImage,
  encodeImageInChildProcess,
  renderFilePreviewInChildProcess,
} from './encoding/run-encoder.ts'
import { createMediaHandlers } from './handlers.ts'
import { type ImageDetailsAndFileSizes, serializeImageDetails } from './image-details.ts'
import { createImageTransfer } from './image-transfer.ts'
import { findImageUses, type LibraryImageWithUsageCount, loadImageRow } from './library-image.ts'
import { prepareShareImage } from './prepare-share-image.ts'
import {
  imageVariantQueueTable,
  listImages,
  listImagesByIds,
  listVariantByteSizes,
  loadImageBytes,
  saveVariant,
} from './store.ts'

export type { ServedMediaFile } from './cached-image-reader.ts'
export type { ImageDetailsAndFileSizes } from './image-details.ts'
export type { RenderableShareImage } from './prepare-share-image.ts'

const SECOND = 1_000

/** Times in ms. An ordinary machine makes a variant in a second or two. */
export const VARIANT_QUEUE_TIMING = {
  poll: 5 * SECOND,
  lease: 180 * SECOND,
  deadline: 60 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: 24 * 3_600 * SECOND,
  closeWithin: SECOND / 2,
} satisfies QueueTiming

type MediaLibraryOptions = {
  database: Database
  problem: LogProblem
  encode?: EncodeImage
  timing?: typeof VARIANT_QUEUE_TIMING
}

export type MediaModule = ModuleFunctions<typeof createMediaModule>

/** Creates the library. It stores images in the database by their content, in several sizes (decision 42). */
export function createMediaModule({
  database,
  problem,
  encode = encodeImageInChildProcess,
  timing = VARIANT_QUEUE_TIMING,
}: MediaLibraryOptions) {
  const { read, write, contentVersion } = database
  const queue = createVariantQueue({ database, problem, encode, timing })
  const wakeVariants = () => queue.wake()
  const parts: MediaDependencies = { read, write, contentVersion, encode, wakeVariants }
  const findUnusedImages = createUnusedImageFinder(read)
  const media = {
    renderPreview: renderFilePreviewInChildProcess,
    imageTransfer: createImageTransfer({ read, write, wake: wakeVariants }),
    readFile: createMediaFileReader(read),
    add: (file: UploadedFile, input: UploadedImageDetails, idempotencyKey?: IdempotencyKey) =>
      addImage(parts, file, input, idempotencyKey),
    crop: (id: string, region: PixelRegion, author: string) => addCroppedImage(parts, id, region, author),
    describe: (id: string, input: ImageDetailsChange, actor: string) => updateImageDetails(parts, id, input, actor),
    remove: (id: string, actor: string) => moveImageToTrash({ ...parts, findUnusedImages }, id, actor),
    restore: (id: string, actor: string) => undeleteImage(parts, id, actor),
    list: (wanted: PageAndSize & { search: string }) => listLibraryImages(read, wanted),
    uses: async (id: string): Promise<MediaUse[]> =>
      findImageUses(read, (await loadImageRow(read, id)).id, ['live', 'draft', 'history']),
    listDetails: cachePerContentVersion(contentVersion, async () =>
      listMentionedImages(read, await findFieldsContainingText(read, '/media/', ['live'], { onlyVisible: true })),
    ),
    /** Isn't cached, because a draft doesn't bump the content version. */
    listDetailsWithDrafts: async () =>
      listMentionedImages(read, await findFieldsContainingText(read, '/media/', ['live', 'draft'])),
    listImageDetailsAndSizes: (ids: readonly string[]) => loadImageDetailsAndSizes(read, ids),
    prepareShareImage: (id: string) => prepareShareImage(read, encode, id),
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

function createVariantQueue({ database, problem, encode, timing }: Required<MediaLibraryOptions>) {
  return createJobQueue<MediaVariantTable, EncodedImage>({
    database,
    table: imageVariantQueueTable,
    timing,
    name: 'pictures',
    problem,
    maxConcurrent: 1,
    isRepeatable: true,
    work: (variant, signal) => encodeVariant(database.read, encode, variant, signal),
    saveOutcome: (tx, variant, { bytes }) => saveVariant(tx, variant, bytes),
    describeFailure: ({ id }) => `a smaller version of image ${id} could not be made; visitors get the original`,
  })
}

async function encodeVariant(
  db: DatabaseReader,
  encode: EncodeImage,
  { media_id, width, format }: MediaVariantTable,
  signal: AbortSignal,
): Promise<EncodedImage> {
  const original = await loadImageBytes(db, media_id)
  if (!original) throw new Error('The image is gone.')
  return encode({ kind: 'shrink', width, format }, original.bytes, signal)
}

/** Returns the newest first. */
async function listLibraryImages(
  db: DatabaseReader,
  wanted: PageAndSize & { search: string },
): Promise<ListPage<LibraryImageWithUsageCount>> {
  const [{ records, total }, mentions] = await Promise.all([
    listImages(db, wanted),
    findFieldsContainingText(db, '/media/', ['live', 'draft']),
  ])
  const usedIds = mentions.map(({ value }) => parseMediaId(value))
  return { records: records.map((one) => ({ ...one, uses: usedIds.filter((id) => id === one.id).length })), total }
}

async function listMentionedImages(db: DatabaseReader, mentions: readonly { value: string }[]): Promise<ImageDisplayDetails[]> {
  const ids = listMediaIds(mentions.map(({ value }) => value))
  return (await listImagesByIds(db, ids)).map(serializeImageDetails)
}

/** Returns the images that exist, deleted ones too. */
async function loadImageDetailsAndSizes(db: DatabaseReader, ids: readonly string[]): Promise<ImageDetailsAndFileSizes[]> {
  if (ids.length === 0) return []
  const [images, sizes] = await Promise.all([listImagesByIds(db, ids), listVariantByteSizes(db, ids)])
  return images.map((image) => ({
    id: image.id,
    details: serializeImageDetails(image),
    alt: image.alt,
    isDeleted: image.deleted_at !== null,
    bytes: image.size,
    variants: sizes.filter(({ media_id }) => media_id === image.id),
  }))
}
