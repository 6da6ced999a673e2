import { sql } from 'kysely'
import { listVariantWidths, VARIANT_FORMATS } from '#contract/content/media-urls.ts'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { readListPage } from '#platform/db/read-list-page.ts'
import { normalizeSearchText } from '#platform/db/search-text.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { JobQueueTableDefinition } from '#platform/queue/queue.ts'
import type { MediaTable, MediaVariantTable } from './tables.ts'

/** A row without its bytes. Times are epoch ms. */
export type StoredImage = Pick<MediaTable, (typeof STORED_IMAGE_COLUMNS)[number]>

const STORED_IMAGE_COLUMNS = [
  'id',
  'format',
  'width',
  'height',
  'size',
  'alt',
  'focus_x',
  'focus_y',
  'cropped_from',
  'file_name',
  'added_at',
  'deleted_at',
] as const

/** Matches the condition of the index `media_variant_due`. */
export const imageVariantQueueTable: JobQueueTableDefinition = { name: 'media_variant', openCondition: sql`made_at is null` }

type ImageChange = Partial<Pick<MediaTable, 'alt' | 'focus_x' | 'focus_y' | 'deleted_at'>>

/** Returns false if an image has the same bytes or the same source. */
export async function insertImage(tx: Tx, image: Omit<MediaTable, 'search_text'>): Promise<boolean> {
  const row = { ...image, search_text: `${normalizeSearchText(image.alt)} ${image.file_name}` }
  const inserted = tx
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
  return (await inserted.executeTakeFirst()) !== undefined
}

/** Queues one job per variant of an image with this width. The formats that every browser shows come first. */
export async function enqueueVariants(tx: Tx, media_id: string, width: number): Promise<void> {
  const all = VARIANT_FORMATS.toReversed().flatMap((format) =>
    listVariantWidths(width).map((one) => ({ id: `${media_id}-${one}.${format}`, media_id, format, width: one })),
  )
  if (all.length === 0) return
  // All jobs are due now. The first one has been due the longest.
  const since = Date.now() - all.length
  const rows = all.map((one, nth) => ({ ...one, attempts: 0, due_at: since + nth, claimed_at: null, made_at: null, bytes: null }))
  await tx.insertInto('media_variant').values(rows).execute()
}

export async function saveVariant(tx: Tx, { id }: Pick<MediaVariantTable, 'id'>, bytes: Uint8Array): Promise<void> {
  await tx.updateTable('media_variant').set({ bytes, made_at: Date.now() }).where('id', '=', id).execute()
}

/** Finds deleted images too. */
export function findImage(db: DatabaseReader, id: string): Promise<StoredImage | undefined> {
  return db.selectFrom('media').select(STORED_IMAGE_COLUMNS).where('id', '=', id).executeTakeFirst()
}

export function findImageBySource(db: DatabaseReader, source: string): Promise<StoredImage | undefined> {
  return db.selectFrom('media').select(STORED_IMAGE_COLUMNS).where('source', '=', source).executeTakeFirst()
}

export async function listImagesByIds(db: DatabaseReader, ids: readonly string[]): Promise<StoredImage[]> {
  if (ids.length === 0) return []
  return db.selectFrom('media').select(STORED_IMAGE_COLUMNS).where('id', 'in', ids).execute()
}

/** Returns the newest first, without deleted images. */
export async function listImages(
  db: DatabaseReader,
  { search, ...page }: PageAndSize & { search: string },
): Promise<ListPage<StoredImage>> {
  const terms = normalizeSearchText(search).split(/\s+/).filter(Boolean)
  const matchingImages = terms.reduce(
    (query, word) => query.where(sql<boolean>`search_text like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`),
    db.selectFrom('media').where('deleted_at', 'is', null),
  )
  return readListPage(matchingImages.select(STORED_IMAGE_COLUMNS).orderBy('added_at', 'desc').orderBy('id', 'desc'), page)
}

/** Returns the oldest first, without deleted images. Those in `usedIds` are included, deleted or not. */
export async function listAllImages(db: DatabaseReader, usedIds: readonly string[]): Promise<StoredImage[]> {
  return db
    .selectFrom('media')
    .select(STORED_IMAGE_COLUMNS)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), ...(usedIds.length > 0 ? [eb('id', 'in', usedIds)] : [])]))
    .orderBy('added_at')
    .orderBy('id')
    .execute()
}

/** Returns undefined for an unknown id. */
export function updateImage(tx: Tx, id: string, change: ImageChange): Promise<StoredImage | undefined> {
  const searchColumn =
    change.alt === undefined ? {} : { search_text: sql<string>`${normalizeSearchText(change.alt)} || ' ' || file_name` }
  return tx
    .updateTable('media')
    .set({ ...change, ...searchColumn })
    .where('id', '=', id)
    .returning(STORED_IMAGE_COLUMNS)
    .executeTakeFirst()
}

export type DeletedImagePosition = { id: string; deleted_at: number }

/** Returns the images deleted before `cutoff`, epoch ms, the longest deleted first. Begins after `last`. */
export async function listImagesDeletedBefore(
  db: DatabaseReader,
  cutoff: number,
  { last, limit }: { last: DeletedImagePosition | undefined; limit: number },
): Promise<DeletedImagePosition[]> {
  return db
    .selectFrom('media')
    .select(['id', 'deleted_at'])
    .where('deleted_at', '<', cutoff)
    .where((eb) => eb(eb.refTuple('deleted_at', 'id'), '>', eb.tuple(last?.deleted_at ?? 0, last?.id ?? '')))
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ deleted_at: number }>()
    .execute()
}

/** Deletes the row, if the image was deleted before `cutoff`. Its variants go with it (foreign key). */
export async function eraseImage(tx: Tx, id: string, cutoff: number): Promise<void> {
  await tx.deleteFrom('media').where('id', '=', id).where('deleted_at', '<', cutoff).execute()
}

export async function loadImageBytes(db: DatabaseReader, id: string): Promise<Pick<MediaTable, 'format' | 'bytes'> | undefined> {
  return db.selectFrom('media').select(['format', 'bytes']).where('id', '=', id).executeTakeFirst()
}

/** Returns undefined for a variant that isn't planned. `bytes` is null until the variant is made. */
export async function loadVariantBytes(db: DatabaseReader, id: string): Promise<Pick<MediaVariantTable, 'bytes'> | undefined> {
  return db.selectFrom('media_variant').select('bytes').where('id', '=', id).executeTakeFirst()
}

/** Returns the bytes of each finished WebP variant. Every browser shows WebP. */
export function listVariantByteSizes(
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
