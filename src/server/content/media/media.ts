import { createHash } from 'node:crypto'
import type { MediaUse, PictureFacts } from '../../../contract/content/media.ts'
import { mediaIdOf } from '../../../contract/content/media.ts'
import type { AuditAction } from '../../../contract/grammar/audit-actions.ts'
import type { Page, Paging } from '../../../contract/grammar/paging.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import { cachedPerVersion } from '../../platform/db/content-version.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Once } from '../../platform/db/once.ts'
import type { MediaVariantTable, Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import { createQueue } from '../../platform/queue/queue.ts'
import { mentionsOf, raiseVersion } from '../records/records.ts'
import { createCopies } from './copies.ts'
import { checkFile } from './encoding/check-file.ts'
import { type Encode, type Encoded, encodeAside } from './encoding/encode.ts'
import { createFiles, factsOf, type PictureWeight } from './files.ts'
import { mediaHandlers } from './handlers.ts'
import {
  bytesOf,
  changePicture,
  deletedBefore,
  erasePicture,
  findBySource,
  findPicture,
  insertPicture,
  insertVariants,
  keepVariant,
  listPictures,
  picturesBy,
  type StoredPicture,
  variantSizes,
  variants,
} from './store.ts'
import { TIMING } from './timing.ts'

export type { MediaFile, PictureWeight } from './files.ts'

/** A picture with the number of places that use it. */
export type LibraryPicture = StoredPicture & { uses: number }

/** What is known of a picture that is added beside what it shows. */
type Said = { alt: string; author: string; croppedFrom?: string }

/** `isNew` where no such picture was there; `isMoving` where only the first of several frames was kept. */
export type Added = { picture: LibraryPicture; isNew: boolean; isMoving: boolean }

/** What is left out stays as it is. */
type Described = { alt?: string; focusX?: number; focusY?: number }

type Region = { left: number; top: number; width: number; height: number }

type Parts = {
  database: Database
  problem: (error: unknown, sentence: string) => void
  encode?: Encode
  timing?: typeof TIMING
}

/** How long a deleted picture can be brought back, in ms. */
const KEPT_FOR = 30 * 24 * 60 * 60_000
const MIDDLE = 50

export type Media = Api<typeof createMedia>

/** The library of pictures: in the database, by their content, in several sizes (docs/decisions/0042). */
export function createMedia({ database, problem, encode = encodeAside, timing = TIMING }: Parts) {
  const { read, write, contentVersion } = database

  const queue = createQueue<MediaVariantTable, Encoded>({
    database,
    table: variants,
    timing,
    name: 'pictures',
    problem,
    concurrent: 1,
    work: shrink,
    done: (tx, job, { bytes }) => keepVariant(tx, job, bytes),
    failed: ({ id }, error) => {
      problem(error, `picture ${id} could not be made; the picture itself is shown in its place`)
      return undefined
    },
    isRepeatable: true,
  })

  async function shrink({ media_id, width, format }: MediaVariantTable, signal: AbortSignal): Promise<Encoded> {
    const whole = await bytesOf(read, media_id)
    if (!whole) throw new Error('The picture is gone.')
    return encode({ kind: 'shrink', width, format }, whole.bytes, signal)
  }

  /** Keeps a picture that was made from `source`; one that is there already stays as it is, but is brought back and described. */
  async function keep(source: string, made: Encoded | undefined, said: Said, once?: Once): Promise<Added> {
    const { picture, ...outcome } = await write(async (tx) => {
      const id = made && idOf(made)
      const isNew = made !== undefined && id !== undefined && (await insertPicture(tx, rowOf(made, { id, source, ...said })))
      if (isNew) await insertVariants(tx, id, made.width)
      const found = (await findBySource(tx, source)) ?? (id && (await findPicture(tx, id)))
      if (!found) throw noSuchPicture()
      const picture = await welcome(tx, found, said)
      const act = isNew ? 'media.added' : actOn(found, picture)
      if (act) await audit(tx, act, picture, said.author)
      return { picture, isNew, isMoving: made?.isMoving ?? false }
    }, once)
    queue.wake()
    return { picture: await counted(picture), ...outcome }
  }

  async function counted(picture: StoredPicture): Promise<LibraryPicture> {
    const uses = await usesIn(read, picture.id, ['live', 'draft'])
    return { ...picture, uses: uses.length }
  }

  /** Of a picture that is not deleted. */
  async function find(id: string): Promise<StoredPicture> {
    const picture = await findPicture(read, id)
    if (!picture || picture.deleted_at !== null) throw noSuchPicture()
    return picture
  }

  /** Pages that were rendered with it before are stale from the COMMIT on. */
  async function change(
    act: AuditAction,
    actor: string,
    work: (tx: Tx) => Promise<StoredPicture | undefined>,
  ): Promise<LibraryPicture> {
    const picture = await write(async (tx) => {
      await raiseVersion(tx)
      const changed = await work(tx)
      if (!changed) throw noSuchPicture()
      await audit(tx, act, changed, actor)
      return changed
    })
    contentVersion.announced?.()
    return counted(picture)
  }

  const media = {
    /** What travels between sites. */
    copies: createCopies({ read, write, wake: () => queue.wake() }),

    /** The file of a name below `/media/`; undefined where there is none. */
    file: createFiles(read),

    /** Throws a 400 with a sentence at the field for a file that is no picture of ours. */
    async add({ bytes, sha256 }: { bytes: Buffer; sha256: string }, said: Said, once?: Once): Promise<Added> {
      checkFile(bytes)
      const isKnown = await findBySource(read, sha256)
      return keep(sha256, isKnown ? undefined : await encode({ kind: 'take' }, bytes), said, once)
    },

    /** A part of a picture as one of its own, with the same description. */
    async crop(id: string, region: Region, author: string): Promise<Added> {
      const { alt, width, height } = await find(id)
      checkRegion(region, { width, height })
      const whole = await bytesOf(read, id)
      if (!whole) throw noSuchPicture()
      const { left, top } = region
      const made = await encode({ kind: 'crop', ...region }, whole.bytes)
      return keep(`${id} ${left},${top} ${region.width}x${region.height}`, made, { alt, author, croppedFrom: id })
    },

    /** Newest first. */
    async list(wanted: Paging & { search: string }): Promise<Page<LibraryPicture>> {
      const [{ records, total }, mentions] = await Promise.all([
        listPictures(read, wanted),
        mentionsOf(read, '/media/', ['live', 'draft']),
      ])
      const used = mentions.map(({ value }) => mediaIdOf(value))
      return { records: records.map((one) => ({ ...one, uses: used.filter((id) => id === one.id).length })), total }
    },

    one: async (id: string): Promise<LibraryPicture> => counted(await find(id)),

    uses: async (id: string): Promise<MediaUse[]> => usesIn(read, (await find(id)).id, ['live', 'draft', 'history']),

    describe: (id: string, said: Described, actor: string): Promise<LibraryPicture> =>
      change('media.changed', actor, async (tx) => {
        const { alt, focusX: focus_x, focusY: focus_y } = said
        const picture = await findPicture(tx, id)
        if (picture?.deleted_at !== null) return undefined
        const told = {
          ...(alt !== undefined && { alt }),
          ...(focus_x !== undefined && { focus_x }),
          ...(focus_y !== undefined && { focus_y }),
        }
        return Object.keys(told).length === 0 ? picture : changePicture(tx, id, told)
      }),

    /** Throws a 409 while it is used. What was deleted long ago is erased with it, where no earlier version needs it. */
    remove: (id: string, actor: string): Promise<LibraryPicture> =>
      change('media.deleted', actor, async (tx) => {
        const picture = await findPicture(tx, id)
        if (picture?.deleted_at !== null) return undefined
        const uses = await usesIn(tx, id, ['live', 'draft'])
        if (uses.length > 0) throw new Refusal(409, stillUsed(uses.length))
        await erase(tx, Date.now() - KEPT_FOR)
        return changePicture(tx, id, { deleted_at: Date.now() })
      }),

    restore: (id: string, actor: string): Promise<LibraryPicture> =>
      change('media.restored', actor, (tx) => changePicture(tx, id, { deleted_at: null })),

    /** Of all pictures that the site shows, worked out once per change of its content. */
    facts: cachedPerVersion(contentVersion, async (): Promise<PictureFacts[]> => {
      const mentions = await mentionsOf(read, '/media/', ['live', 'draft'])
      const ids = mentions.flatMap(({ value }) => mediaIdOf(value) ?? [])
      return (await picturesBy(read, [...new Set(ids)])).map(factsOf)
    }),

    /** Those there are of these, deleted ones too. */
    async weights(ids: readonly string[]): Promise<PictureWeight[]> {
      if (ids.length === 0) return []
      const [pictures, sizes] = await Promise.all([picturesBy(read, ids), variantSizes(read, ids)])
      return pictures.map((picture) => ({
        id: picture.id,
        facts: factsOf(picture),
        alt: picture.alt,
        isDeleted: picture.deleted_at !== null,
        bytes: picture.size,
        variants: sizes.filter(({ media_id }) => media_id === picture.id),
      }))
    },
  }
  return {
    ...media,
    name: 'content/media',
    handlers: (): Handled[] => mediaHandlers(media),
    dataTables: ['media'],
    stateTables: ['media_variant'],
    queues: [queue],
    start: queue.start,
    close: queue.close,
  } satisfies Module
}

/** What became of a picture that was there already. */
function actOn(before: StoredPicture, after: StoredPicture): AuditAction | undefined {
  if (before.deleted_at !== null) return 'media.restored'
  return before.alt === after.alt ? undefined : 'media.changed'
}

async function audit(tx: Tx, action: AuditAction, { id, alt }: StoredPicture, actor: string): Promise<void> {
  await recordAudit(tx, { actor, action, subject: id, detail: { alt } })
}

/** A picture that was there already, or is there now. */
async function welcome(tx: Tx, picture: StoredPicture, { alt }: Said): Promise<StoredPicture> {
  const isUndescribed = picture.alt === '' && alt !== ''
  if (picture.deleted_at === null && !isUndescribed) return picture
  return (await changePicture(tx, picture.id, { deleted_at: null, ...(isUndescribed && { alt }) })) ?? picture
}

async function usesIn(db: Reader, id: string, places: readonly MediaUse['where'][]): Promise<MediaUse[]> {
  const mentions = await mentionsOf(db, `/media/${id}`, places)
  return mentions.map(({ value: _, ...use }) => use)
}

async function erase(tx: Tx, then: number): Promise<void> {
  for (const id of await deletedBefore(tx, then)) {
    const uses = await usesIn(tx, id, ['live', 'draft', 'history'])
    if (uses.length === 0) await erasePicture(tx, id)
  }
}

function idOf({ bytes }: Encoded): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

type About = Said & { id: string; source: string }

function rowOf({ format, width, height, bytes }: Encoded, { id, source, alt, author, croppedFrom }: About) {
  if (format === 'avif') throw new Error('A picture is kept in a form that everybody can show.')
  const shape = { format, width, height, size: bytes.length, focus_x: MIDDLE, focus_y: MIDDLE, bytes }
  const told = { alt, cropped_from: croppedFrom ?? null, added_by: author, added_at: Date.now(), deleted_at: null }
  return { id, source, ...shape, ...told }
}

function checkRegion({ left, top, width, height }: Region, whole: { width: number; height: number }): void {
  if (left + width > whole.width || top + height > whole.height)
    throw new Refusal(400, `The part must lie within the picture, which has ${whole.width} by ${whole.height} pixels.`)
}

function stillUsed(count: number): string {
  const places = count === 1 ? 'one place' : `${count} places`
  return `This picture is used in ${places}. Choose another one there first; then it can be deleted.`
}

function noSuchPicture(): Refusal {
  return new Refusal(404, 'There is no such picture.')
}
