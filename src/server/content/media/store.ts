import { sql } from 'kysely'
import { listVariantWidths, VARIANT_FORMATS } from '../../../contract/content/media.ts'
import { getOffset, type ListPage, type Paging } from '../../../contract/core/paging.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { DatabaseReader, MediaTable, MediaVariantTable } from '../../platform/db/tables.ts'
import type { JobQueueTable } from '../../platform/queue/queue.ts'

/** A picture without its bytes. Times are epoch ms. */
export type StoredImage = Pick<MediaTable, (typeof IMAGE_COLUMNS)[number]>

const IMAGE_COLUMNS = [
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
export const variantJobTable: JobQueueTable = { name: 'media_variant', openCondition: sql`made_at is null` }

type ImageChange = Partial<Pick<MediaTable, 'alt' | 'focus_x' | 'focus_y' | 'deleted_at'>>

/** False where there is one with the same bytes, or from the same source, already. */
export async function insertImage(tx: Tx, image: Omit<MediaTable, 'searched'>): Promise<boolean> {
  const row = { ...image, searched: normalizeSearchText(image.alt) }
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
    listVariantWidths(width).map((one) => ({ id: `${media_id}-${one}.${format}`, media_id, format, width: one })),
  )
  if (all.length === 0) return
  // All of them are due; the first for longest.
  const since = Date.now() - all.length
  const rows = all.map((one, nth) => ({ ...one, attempts: 0, due_at: since + nth, claimed_at: null, made_at: null, bytes: null }))
  await tx.insertInto('media_variant').values(rows).execute()
}

export async function saveVariant(tx: Tx, { id }: Pick<MediaVariantTable, 'id'>, bytes: Uint8Array): Promise<void> {
  await tx.updateTable('media_variant').set({ bytes, made_at: Date.now() }).where('id', '=', id).execute()
}

/** Deleted ones among them. */
export function findImage(db: DatabaseReader, id: string): Promise<StoredImage | undefined> {
  return db.selectFrom('media').select(IMAGE_COLUMNS).where('id', '=', id).executeTakeFirst()
}

export function findImageBySource(db: DatabaseReader, source: string): Promise<StoredImage | undefined> {
  return db.selectFrom('media').select(IMAGE_COLUMNS).where('source', '=', source).executeTakeFirst()
}

export async function listImagesByIds(db: DatabaseReader, ids: readonly string[]): Promise<StoredImage[]> {
  if (ids.length === 0) return []
  return db.selectFrom('media').select(IMAGE_COLUMNS).where('id', 'in', ids).execute()
}

/** Newest first, without deleted ones. */
export async function listImages(
  db: DatabaseReader,
  { search, ...page }: Paging & { search: string },
): Promise<ListPage<StoredImage>> {
  const terms = normalizeSearchText(search).split(/\s+/).filter(Boolean)
  const matchingImages = terms.reduce(
    (query, word) => query.where(sql<boolean>`searched like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`),
    db.selectFrom('media').where('deleted_at', 'is', null),
  )
  const newestFirst = matchingImages.select(IMAGE_COLUMNS).orderBy('added_at', 'desc').orderBy('id', 'desc')
  const records = await newestFirst.limit(page.size).offset(getOffset(page)).execute()
  const { total } = await matchingImages.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { records, total }
}

/** Oldest first, without deleted ones. */
export async function listAllImages(db: DatabaseReader): Promise<StoredImage[]> {
  return db.selectFrom('media').select(IMAGE_COLUMNS).where('deleted_at', 'is', null).orderBy('added_at').orderBy('id').execute()
}

/** Undefined for an unknown id. */
export function updateImage(tx: Tx, id: string, change: ImageChange): Promise<StoredImage | undefined> {
  const searched = change.alt === undefined ? {} : { searched: normalizeSearchText(change.alt) }
  return tx
    .updateTable('media')
    .set({ ...change, ...searched })
    .where('id', '=', id)
    .returning(IMAGE_COLUMNS)
    .executeTakeFirst()
}

/** Those deleted before then, longest ago first, a few at a time. */
export async function listImagesDeletedBefore(tx: Tx, cutoff: number): Promise<string[]> {
  const rows = await tx.selectFrom('media').select('id').where('deleted_at', '<', cutoff).orderBy('deleted_at').limit(8).execute()
  return rows.map(({ id }) => id)
}

/** With its variants. */
export async function eraseImage(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('media').where('id', '=', id).execute()
}

export async function loadImageBytes(db: DatabaseReader, id: string): Promise<Pick<MediaTable, 'format' | 'bytes'> | undefined> {
  return db.selectFrom('media').select(['format', 'bytes']).where('id', '=', id).executeTakeFirst()
}

/** Whether there is to be such a variant, and what it is by now. */
export async function loadVariantBytes(db: DatabaseReader, id: string): Promise<Pick<MediaVariantTable, 'bytes'> | undefined> {
  return db.selectFrom('media_variant').select('bytes').where('id', '=', id).executeTakeFirst()
}

/** How many bytes each WebP form has that is made; every browser shows these. */
export function listVariantSizes(
  db: DatabaseReader,
  ids: readonly string[],
): Promise<{ media_id: string; width: number; bytes: number }[]> {
  return db
    .selectFrom('media_variant')
    .select(['media_id', 'width', sql<number>`length(bytes)`.as('bytes')])
    .where('media_id', 'in', ids)
    .where('format', '=', 'webp')
    .where('made_at', 'is not', null)
    .execute()
}

/** Small letters without accents. Done here and not by the databases, of which one knows the letters of English alone. */
function normalizeSearchText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
