import { sql } from 'kysely'
import { VARIANT_FORMATS, variantWidths } from '../../../contract/content/media.ts'
import { before, type Page, type Paging } from '../../../contract/grammar/paging.ts'
import type { MediaTable, MediaVariantTable, Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { JobTable } from '../../platform/queue/queue.ts'

/** A picture without its bytes. Times are epoch ms. */
export type StoredPicture = Pick<MediaTable, (typeof SHOWN)[number]>

const SHOWN = [
  'id',
  'format',
  'width',
  'height',
  'size',
  'alt',
  'focus_x',
  'focus_y',
  'cropped_from',
  'added_at',
  'deleted_at',
] as const

/** In the words of the index `media_variant_due`. */
export const variants: JobTable = { name: 'media_variant', isOpen: sql`made_at is null` }

type Change = Partial<Pick<MediaTable, 'alt' | 'focus_x' | 'focus_y' | 'deleted_at'>>

/** False where there is one with the same bytes, or from the same source, already. */
export async function insertPicture(tx: Tx, picture: Omit<MediaTable, 'searched'>): Promise<boolean> {
  const row = { ...picture, searched: searchedText(picture.alt) }
  const inserted = tx
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
  return (await inserted.executeTakeFirst()) !== undefined
}

/** The jobs of making the variants of a picture that is so wide: those that every browser shows first, the most needed of them first. */
export async function insertVariants(tx: Tx, media_id: string, width: number): Promise<void> {
  const all = VARIANT_FORMATS.toReversed().flatMap((format) =>
    variantWidths(width).map((one) => ({ id: `${media_id}-${one}.${format}`, media_id, format, width: one })),
  )
  if (all.length === 0) return
  // All of them are due; the first for longest.
  const since = Date.now() - all.length
  const rows = all.map((one, nth) => ({ ...one, attempts: 0, due_at: since + nth, claimed_at: null, made_at: null, bytes: null }))
  await tx.insertInto('media_variant').values(rows).execute()
}

export async function keepVariant(tx: Tx, { id }: Pick<MediaVariantTable, 'id'>, bytes: Uint8Array): Promise<void> {
  await tx.updateTable('media_variant').set({ bytes, made_at: Date.now() }).where('id', '=', id).execute()
}

/** Deleted ones among them. */
export function findPicture(db: Reader, id: string): Promise<StoredPicture | undefined> {
  return db.selectFrom('media').select(SHOWN).where('id', '=', id).executeTakeFirst()
}

export function findBySource(db: Reader, source: string): Promise<StoredPicture | undefined> {
  return db.selectFrom('media').select(SHOWN).where('source', '=', source).executeTakeFirst()
}

export async function picturesBy(db: Reader, ids: readonly string[]): Promise<StoredPicture[]> {
  if (ids.length === 0) return []
  return db.selectFrom('media').select(SHOWN).where('id', 'in', ids).execute()
}

/** Newest first, without deleted ones. */
export async function listPictures(db: Reader, { search, ...page }: Paging & { search: string }): Promise<Page<StoredPicture>> {
  const words = searchedText(search).split(/\s+/).filter(Boolean)
  const wanted = words.reduce(
    (query, word) => query.where(sql<boolean>`searched like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`),
    db.selectFrom('media').where('deleted_at', 'is', null),
  )
  const newestFirst = wanted.select(SHOWN).orderBy('added_at', 'desc').orderBy('id', 'desc')
  const records = await newestFirst.limit(page.size).offset(before(page)).execute()
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { records, total }
}

/** Oldest first, without deleted ones. */
export async function allPictures(db: Reader): Promise<StoredPicture[]> {
  return db.selectFrom('media').select(SHOWN).where('deleted_at', 'is', null).orderBy('added_at').orderBy('id').execute()
}

/** Undefined for an unknown id. */
export function changePicture(tx: Tx, id: string, change: Change): Promise<StoredPicture | undefined> {
  const searched = change.alt === undefined ? {} : { searched: searchedText(change.alt) }
  return tx
    .updateTable('media')
    .set({ ...change, ...searched })
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirst()
}

/** Those deleted before then, longest ago first, a few at a time. */
export async function deletedBefore(tx: Tx, then: number): Promise<string[]> {
  const rows = await tx.selectFrom('media').select('id').where('deleted_at', '<', then).orderBy('deleted_at').limit(8).execute()
  return rows.map(({ id }) => id)
}

/** With its variants. */
export async function erasePicture(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('media').where('id', '=', id).execute()
}

export async function bytesOf(db: Reader, id: string): Promise<Pick<MediaTable, 'format' | 'bytes'> | undefined> {
  return db.selectFrom('media').select(['format', 'bytes']).where('id', '=', id).executeTakeFirst()
}

/** Whether there is to be such a variant, and what it is by now. */
export async function variantBytes(db: Reader, id: string): Promise<Pick<MediaVariantTable, 'bytes'> | undefined> {
  return db.selectFrom('media_variant').select('bytes').where('id', '=', id).executeTakeFirst()
}

/** How many bytes each WebP form has that is made; every browser shows these. */
export function variantSizes(db: Reader, ids: readonly string[]): Promise<{ media_id: string; width: number; bytes: number }[]> {
  return db
    .selectFrom('media_variant')
    .select(['media_id', 'width', sql<number>`length(bytes)`.as('bytes')])
    .where('media_id', 'in', ids)
    .where('format', '=', 'webp')
    .where('made_at', 'is not', null)
    .execute()
}

/** Small letters without accents. Done here and not by the databases, of which one knows the letters of English alone. */
function searchedText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
