import type { Reader } from '../../platform/db/tables.ts'
import type { Tx, Write } from '../../platform/db/write.ts'
import { checkAside, refusedFile } from './encoding/encode.ts'
import { allPictures, bytesOf, changePicture, insertPicture, insertVariants, picturesBy, type StoredPicture } from './store.ts'

/** A picture of the library as it travels, by the beginning of the SHA-256 of its bytes. */
export type PictureCopy = {
  id: string
  format: 'jpg' | 'webp'
  bytes: number
  width: number
  height: number
  alt: string
  focusX: number
  focusY: number
  croppedFrom: string | null
}

type ReadBytes<P> = (picture: P) => Promise<Buffer>

/** How much is looked at in one go, in bytes. */
const AT_ONCE = 16 * 1024 * 1024
/** Pictures that were looked at once need not be again: their ids are their content. */
const MOST_REMEMBERED = 10_000

/** Pictures of the library that come from another site, or go there; never encoded anew, so that their addresses stay. */
export function createCopies({ read, write, wake }: { read: Reader; write: Write; wake: () => void }) {
  const checked = new Set<string>()

  async function checkSome(some: readonly { picture: PictureCopy; bytes: Buffer }[]): Promise<void> {
    const made = await checkAside(some.map(({ bytes }) => bytes))
    for (const [nth, { picture }] of some.entries()) {
      const { format, width, height } = made[nth] ?? {}
      const isAsSaid = picture.format === format && picture.width === width && picture.height === height
      if (!isAsSaid) throw refusedFile(`A picture is not what the file says of it: ${picture.id}.`)
      if (checked.size < MOST_REMEMBERED) checked.add(picture.id)
    }
  }

  return {
    wake,

    /** Oldest first, without deleted ones. */
    all: async (): Promise<PictureCopy[]> => (await allPictures(read)).map(copyOf),

    async bytes(id: string): Promise<Uint8Array> {
      const whole = await bytesOf(read, id)
      if (!whole) throw new Error(`The picture ${id} was erased while it was copied.`)
      return whole.bytes
    },

    /** Throws a 400 where one of them is no picture of ours, or not as it is said to be. */
    async check<P extends PictureCopy>(pictures: readonly P[], readBytes: ReadBytes<P>): Promise<void> {
      let some: { picture: PictureCopy; bytes: Buffer }[] = []
      let size = 0
      for (const picture of pictures) {
        const bytes = await readBytes(picture)
        if (checked.has(picture.id)) continue
        if (some.length > 0 && size + bytes.length > AT_ONCE) {
          await checkSome(some)
          ;[some, size] = [[], 0]
        }
        some.push({ picture, bytes })
        size += bytes.length
      }
      if (some.length > 0) await checkSome(some)
    },

    /** Those of which the library has nothing. */
    async missing<P extends PictureCopy>(pictures: readonly P[]): Promise<P[]> {
      const known = new Set((await picturesBy(read, idsOf(pictures))).map(({ id }) => id))
      return pictures.filter(({ id }) => !known.has(id))
    },

    /** Puts one into the library as a deleted one, which nobody sees before it is shown; erased a month later if it never is. */
    keep: (picture: PictureCopy, bytes: Uint8Array, author: string): Promise<void> =>
      write(async (tx) => {
        const { id, format, width, height, alt, focusX: focus_x, focusY: focus_y, croppedFrom: cropped_from } = picture
        const now = Date.now()
        const told = { alt, focus_x, focus_y, cropped_from, added_by: author, added_at: now, deleted_at: now }
        const row = { id, source: `copy ${id}`, format, width, height, size: bytes.length, bytes, ...told }
        if (await insertPicture(tx, row)) await insertVariants(tx, id, width)
      }),

    /** How many will be new in the library, and how many described differently, once these are shown. */
    async countIn(tx: Tx, pictures: readonly PictureCopy[]): Promise<{ added: number; changed: number }> {
      const known = await knownIn(tx, pictures)
      const states = pictures.map((picture) => stateOf(picture, known.get(picture.id)))
      const count = (state: string) => states.filter((one) => one === state).length
      return { added: count('new'), changed: count('other') }
    },

    /** Shows them, described as they are said to be. */
    async showIn(tx: Tx, pictures: readonly PictureCopy[]): Promise<void> {
      const known = await knownIn(tx, pictures)
      for (const picture of pictures) {
        const { id, alt, focusX: focus_x, focusY: focus_y } = picture
        if (stateOf(picture, known.get(id)) === 'same') continue
        if (!(await changePicture(tx, id, { alt, focus_x, focus_y, deleted_at: null })))
          throw new Error(`The picture ${id} was erased while it was imported.`)
      }
    },
  }
}

async function knownIn(tx: Tx, pictures: readonly PictureCopy[]): Promise<Map<string, StoredPicture>> {
  return new Map((await picturesBy(tx, idsOf(pictures))).map((one) => [one.id, one]))
}

function idsOf(pictures: readonly PictureCopy[]): string[] {
  return pictures.map(({ id }) => id)
}

function copyOf({ id, format, size, width, height, alt, focus_x, focus_y, cropped_from }: StoredPicture): PictureCopy {
  return { id, format, bytes: size, width, height, alt, focusX: focus_x, focusY: focus_y, croppedFrom: cropped_from }
}

function stateOf({ alt, focusX, focusY }: PictureCopy, known: StoredPicture | undefined): 'new' | 'same' | 'other' {
  if (!known || known.deleted_at !== null) return 'new'
  return known.alt === alt && known.focus_x === focusX && known.focus_y === focusY ? 'same' : 'other'
}
