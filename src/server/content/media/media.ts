import { readdir } from 'node:fs/promises'
import {
  type ImageDisplayDetails,
  listIllustrationsEndpoint,
  listMediaEndpoint,
  listMediaUsesEndpoint,
  listSiteImageDetailsEndpoint,
} from '#contract/content/media.ts'
import { listMediaIds, parseMediaId } from '#contract/content/media-urls.ts'
import { getBuiltFileUrl } from '#platform/built-file-url.ts'
import { cachePerContentVersion } from '#platform/db/cache-per-content-version.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { createJobQueue, type QueueTiming } from '#platform/queue/queue.ts'
import { findFieldsContainingText } from '../records/records.ts'
import { createAddImageHandlers, type MediaDependencies } from './add-image.ts'
import { createMediaFileReader } from './cached-image-reader.ts'
import { createImageEditHandlers } from './edit-or-trash-image.ts'
import {
  type EncodedImage,
  type EncodeImage,
  encodeImageInChildProcess,
  renderFilePreviewInChildProcess,
} from './encoding/run-encoder.ts'
import { createImageTransfer } from './image-transfer.ts'
import {
  findImageUses,
  type ImageDetailsAndFileSizes,
  loadImageRow,
  serializeImage,
  serializeImageDetails,
} from './library-image.ts'
import { prepareShareImage } from './prepare-share-image.ts'
import {
  imageVariantQueueTable,
  listImages,
  listImagesByIds,
  listVariantByteSizes,
  loadImageBytes,
  saveVariant,
} from './store.ts'
import type { MediaVariantTable } from './tables.ts'

export type { ServedMediaFile } from './cached-image-reader.ts'
export type { ImageDetailsAndFileSizes } from './library-image.ts'
export type { RenderableShareImage } from './prepare-share-image.ts'

/** Files that hold several illustrations: the icons, and the sheet that the build merges from the other files. */
const SPRITE_FILES: readonly string[] = ['icons.svg', 'sheet.svg']

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
  const listDetails = cachePerContentVersion(contentVersion, async () =>
    listMentionedImages(read, await findFieldsContainingText(read, '/media/', ['live'], { onlyVisible: true })),
  )

  const handlers = [
    ...createAddImageHandlers(parts),
    ...createImageEditHandlers(parts),

    // Newest first.
    defineHandler(listMediaEndpoint, async ({ query }) => {
      const [{ records, total }, mentions] = await Promise.all([
        listImages(read, query),
        findFieldsContainingText(read, '/media/', ['live', 'draft']),
      ])
      const usedIds = mentions.map(({ value }) => parseMediaId(value))
      const countUses = (id: string) => usedIds.filter((used) => used === id).length
      return { records: records.map((image) => serializeImage({ ...image, uses: countUses(image.id) })), total }
    }),

    defineHandler(listMediaUsesEndpoint, async ({ params }) =>
      findImageUses(read, (await loadImageRow(read, params.id)).id, ['live', 'draft', 'history']),
    ),

    defineHandler(listIllustrationsEndpoint, async () => {
      const names = await readdir(getBuiltFileUrl('client/art/'))
      return names.filter((name) => name.endsWith('.svg') && !SPRITE_FILES.includes(name)).map((name) => `/art/${name}`)
    }),

    // An admin also sees drafts. They aren't cached, because a draft doesn't bump the content version.
    defineHandler(listSiteImageDetailsEndpoint, async (_, { session: { viewer } }) =>
      viewer.kind === 'admin'
        ? listMentionedImages(read, await findFieldsContainingText(read, '/media/', ['live', 'draft']))
        : listDetails(),
    ),
  ]

  const media = {
    renderPreview: renderFilePreviewInChildProcess,
    imageTransfer: createImageTransfer({ read, write, wake: wakeVariants }),
    readFile: createMediaFileReader(read),
    listImageDetailsAndSizes: (ids: readonly string[]) => loadImageDetailsAndSizes(read, ids),
    prepareShareImage: (id: string) => prepareShareImage(read, encode, id),
  }
  return {
    ...media,
    name: 'content/media',
    handlers,
    dataTables: ['media'],
    noPersonalData: 'Images that admins publish.',
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
