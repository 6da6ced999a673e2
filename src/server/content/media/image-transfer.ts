import { listMediaIds } from '#contract/content/media-urls.ts'
import type { Tx, WriteFunction } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { createUploadFileError } from '#platform/http/read-upload.ts'
import { verifyImagesInChildProcess } from './encoding/run-encoder.ts'
import {
  enqueueVariants,
  insertImage,
  listAllImages,
  listImagesByIds,
  loadImageBytes,
  type StoredImage,
  updateImage,
} from './store.ts'

/** An image as an export file describes it. `id` is the beginning of the SHA-256 of its bytes. */
type TransferImage = {
  id: string
  format: 'jpg' | 'webp'
  bytes: number
  width: number
  height: number
  alt: string
  focusX: number
  focusY: number
  croppedFrom: string | null
  fileName?: string | undefined
}

type ReadImageBytes<P> = (image: P) => Promise<Buffer>

/** How many bytes one child process checks. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024
/** An id identifies the bytes, so one check of them is enough. */
const MAX_CHECKED_IDS = 10_000

/** Copies images between sites. It never encodes them again, so their URLs stay the same. */
export function createImageTransfer({ read, write, wake }: { read: DatabaseReader; write: WriteFunction; wake: () => void }) {
  const checkedIds = new Set<string>()

  async function checkBatch(batch: readonly { image: TransferImage; bytes: Buffer }[]): Promise<void> {
    const checkedImages = await verifyImagesInChildProcess(batch.map(({ bytes }) => bytes))
    for (const [index, { image }] of batch.entries()) {
      const { format, width, height } = checkedImages[index] ?? {}
      const matchesManifest = image.format === format && image.width === width && image.height === height
      if (!matchesManifest) throw createUploadFileError(`An image doesn’t match its entry in the file: ${image.id}.`)
      if (checkedIds.size < MAX_CHECKED_IDS) checkedIds.add(image.id)
    }
  }

  return {
    wake,

    /**
     * Returns the oldest first, without deleted images. A restored version of a record may use a deleted image, so those in
     * `values` are included.
     */
    async listAll(values: readonly string[]): Promise<TransferImage[]> {
      return (await listAllImages(read, listMediaIds(values))).map(toTransferImage)
    },

    async bytes(id: string): Promise<Uint8Array> {
      const whole = await loadImageBytes(read, id)
      if (!whole) throw new Error(`The image ${id} was erased while it was copied.`)
      return whole.bytes
    },

    /** Throws a 400 if we could not have made an image, or if it doesn't match its description. */
    async check<P extends TransferImage>(images: readonly P[], readBytes: ReadImageBytes<P>): Promise<void> {
      let batch: { image: TransferImage; bytes: Buffer }[] = []
      let size = 0
      for (const image of images) {
        const bytes = await readBytes(image)
        if (checkedIds.has(image.id)) continue
        if (batch.length > 0 && size + bytes.length > MAX_BATCH_BYTES) {
          await checkBatch(batch)
          ;[batch, size] = [[], 0]
        }
        batch.push({ image, bytes })
        size += bytes.length
      }
      if (batch.length > 0) await checkBatch(batch)
    },

    /** Returns the images whose bytes this library lacks. */
    async listMissing<P extends TransferImage>(images: readonly P[]): Promise<P[]> {
      const existing = new Set((await listImagesByIds(read, listIds(images))).map(({ id }) => id))
      return images.filter(({ id }) => !existing.has(id))
    },

    /** Adds an image as a deleted one until `showImages` shows it. An image that stays hidden is erased after a month. */
    saveHidden: (image: TransferImage, bytes: Uint8Array, author: string): Promise<void> =>
      write(async (tx) => {
        const { id, format, width, height, alt, focusX: focus_x, focusY: focus_y, croppedFrom: cropped_from } = image
        const fileColumns = {
          id,
          file_name: image.fileName ?? '',
          source: `copy ${id}`,
          format,
          width,
          height,
          size: bytes.length,
          bytes,
        }
        const now = Date.now()
        const descriptionColumns = { alt, focus_x, focus_y, cropped_from, added_by: author, added_at: now, deleted_at: now }
        if (await insertImage(tx, { ...fileColumns, ...descriptionColumns })) await enqueueVariants(tx, id, width)
      }),

    /** Counts the images that `showImages` would add, and those that it would describe differently. */
    async countChanges(tx: Tx, images: readonly TransferImage[]): Promise<{ added: number; changed: number }> {
      const existing = await loadExistingImages(tx, images)
      const states = images.map((image) => compareImage(image, existing.get(image.id)))
      const count = (state: string) => states.filter((one) => one === state).length
      return { added: count('new'), changed: count('other') }
    },

    /** Shows these images with their new descriptions. */
    async showImages(tx: Tx, images: readonly TransferImage[]): Promise<void> {
      const existing = await loadExistingImages(tx, images)
      for (const image of images) {
        const { id, alt, focusX: focus_x, focusY: focus_y } = image
        if (compareImage(image, existing.get(id)) === 'same') continue
        if (!(await updateImage(tx, id, { alt, focus_x, focus_y, deleted_at: null })))
          throw new Error(`The image ${id} was erased while it was imported.`)
      }
    },
  }
}

async function loadExistingImages(tx: Tx, images: readonly TransferImage[]): Promise<Map<string, StoredImage>> {
  return new Map((await listImagesByIds(tx, listIds(images))).map((one) => [one.id, one]))
}

function listIds(images: readonly TransferImage[]): string[] {
  return images.map(({ id }) => id)
}

function toTransferImage(image: StoredImage): TransferImage {
  const { id, format, size, width, height, alt, focus_x, focus_y, cropped_from, file_name } = image
  const details = { id, format, bytes: size, width, height, alt, focusX: focus_x, focusY: focus_y, croppedFrom: cropped_from }
  return { ...details, ...(file_name && { fileName: file_name }) }
}

function compareImage({ alt, focusX, focusY }: TransferImage, existing: StoredImage | undefined): 'new' | 'same' | 'other' {
  if (!existing || existing.deleted_at !== null) return 'new'
  return existing.alt === alt && existing.focus_x === focusX && existing.focus_y === focusY ? 'same' : 'other'
}
