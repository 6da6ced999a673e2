import { mediaIdOf, type PictureFacts, type VariantFormat } from '../../../contract/content/media.ts'
import type { MediaTable, Reader } from '../../platform/db/tables.ts'
import { bytesOf, type StoredPicture, variantBytes } from './store.ts'

/** A picture as it is sent. `isFinal` where there will never be another at this address. */
export type MediaFile = { name: string; type: string; bytes: Buffer; isFinal: boolean }

/** What a picture is like for whoever loads a page; `bytes` of the whole of it. */
export type PictureWeight = {
  id: string
  facts: PictureFacts
  alt: string
  isDeleted: boolean
  bytes: number
  variants: readonly { width: number; bytes: number }[]
}

/** How much of what was sent last is kept in memory, and how large one file of it may be, in bytes. */
const MOST_KEPT = 8 * 1024 * 1024
const LARGEST_KEPT = 512 * 1024

const TYPES: Record<MediaTable['format'] | VariantFormat, string> = { jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' }

const VARIANT = /^(?<id>[0-9a-f]{32})-(?<width>\d{1,4})\.(?<format>avif|webp)$/

/** Finds the file of a name. What was sent last is kept: it can never be another. */
export function createFiles(db: Reader, mostKept = MOST_KEPT) {
  /** The one that was asked for longest ago first. */
  const kept = new Map<string, MediaFile>()
  let keptBytes = 0

  function keep(file: MediaFile): void {
    if (!file.isFinal || file.bytes.length > LARGEST_KEPT) return
    kept.set(file.name, file)
    keptBytes += file.bytes.length
    for (const [name, { bytes }] of kept) {
      if (keptBytes <= mostKept) return
      kept.delete(name)
      keptBytes -= bytes.length
    }
  }

  /** Undefined where there is none of this name; until a variant is made, a form of the picture that is there. */
  return async (name: string): Promise<MediaFile | undefined> => {
    const known = kept.get(name)
    if (known) {
      kept.delete(name)
      kept.set(name, known)
      return known
    }
    const file = await readFile(db, name)
    if (file && !kept.has(name)) keep(file)
    return file
  }
}

async function readFile(db: Reader, name: string): Promise<MediaFile | undefined> {
  const id = mediaIdOf(`/media/${name}`)
  if (id) return readWhole(db, id, name)
  const parts = VARIANT.exec(name)?.groups
  if (!parts) return undefined
  const variant = await variantBytes(db, name)
  if (!variant) return undefined
  if (variant.bytes) return fileOf(name, parts.format as VariantFormat, variant.bytes)
  // Made first, and as small.
  const webp = `${parts.id}-${parts.width}.webp`
  const other = (await variantBytes(db, webp))?.bytes
  const instead = other ? fileOf(webp, 'webp', other) : await readWhole(db, parts.id ?? '')
  return instead && { ...instead, isFinal: false }
}

/** The picture itself; `name` has to be its own where one is given. */
async function readWhole(db: Reader, id: string, name?: string): Promise<MediaFile | undefined> {
  const whole = await bytesOf(db, id)
  if (!whole) return undefined
  const own = `${id}.${whole.format}`
  return name === undefined || name === own ? fileOf(own, whole.format, whole.bytes) : undefined
}

function fileOf(name: string, format: MediaTable['format'] | VariantFormat, bytes: Uint8Array): MediaFile {
  return { name, type: TYPES[format], bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), isFinal: true }
}

/** Returns a picture's address and how it is shown. */
export function factsOf({ id, format, width, height, alt, focus_x, focus_y }: StoredPicture): PictureFacts {
  return { url: `/media/${id}.${format}`, width, height, alt, focusX: focus_x, focusY: focus_y }
}
