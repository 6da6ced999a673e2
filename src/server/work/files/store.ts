import { sql } from 'kysely'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import { readListPage } from '#platform/db/read-list-page.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { selectOrderIdsOfCustomer } from '#server/sales/orders/queries.ts'
import type { OrderFileTable, OrderFileTotalTable } from './tables.ts'

export type StoredOrderFile = OrderFileTable & { added_at: number }

type FileByContent = Pick<OrderFileTable, 'order_id' | 'side' | 'sha256'>

/** Selects finished files. The condition matches the indexes. */
function selectFinished(db: DatabaseReader) {
  return db.selectFrom('order_file').where('added_at', 'is not', null).$narrowType<{ added_at: number }>()
}

export function findFile(db: DatabaseReader, id: string): Promise<StoredOrderFile | undefined> {
  return selectFinished(db).selectAll().where('id', '=', id).executeTakeFirst() as Promise<StoredOrderFile | undefined>
}

/** Finds a file that one side sent before under the same name. */
export async function findFileByContent(
  db: DatabaseReader,
  { order_id, side, sha256 }: FileByContent,
): Promise<StoredOrderFile | undefined> {
  const files = selectFinished(db).selectAll().where('order_id', '=', order_id).where('side', '=', side)
  return (await files.where('sha256', '=', sha256).executeTakeFirst()) as StoredOrderFile | undefined
}

export async function listFilesByIds(db: DatabaseReader, ids: readonly string[]): Promise<StoredOrderFile[]> {
  if (ids.length === 0) return []
  return (await selectFinished(db).selectAll().where('id', 'in', ids).execute()) as StoredOrderFile[]
}

/** Returns the newest first. */
export async function listOrderFiles(
  db: DatabaseReader,
  { orderId, isSharedOnly }: { orderId: string; isSharedOnly: boolean },
  page: PageAndSize,
): Promise<ListPage<StoredOrderFile>> {
  const files = selectFinished(db).where('order_id', '=', orderId)
  const visible = isSharedOnly ? files.where('is_shared', '=', 1) : files
  const newestFirst = visible.selectAll().orderBy('added_at', 'desc').orderBy('id', 'desc')
  return (await readListPage(newestFirst, page)) as ListPage<StoredOrderFile>
}

export type UnfinishedUpload = Omit<OrderFileTable, 'started_at' | 'added_at' | 'is_shared' | 'has_preview'>

export async function insertUnfinishedUpload(tx: Tx, file: UnfinishedUpload): Promise<void> {
  const row = { ...file, is_shared: Number(file.side === 'customer'), has_preview: 0, started_at: Date.now(), added_at: null }
  await tx.insertInto('order_file').values(row).execute()
}

export async function insertFileChunk(tx: Tx, file_id: string, position: number, bytes: Uint8Array): Promise<void> {
  await tx.insertInto('order_file_chunk').values({ file_id, position, bytes }).execute()
}

/** Makes an unfinished file visible. */
export async function markOrderFileFinished(tx: Tx, id: string, preview: Uint8Array | undefined): Promise<void> {
  if (preview) await tx.insertInto('order_file_preview').values({ file_id: id, bytes: preview }).execute()
  const finished = { has_preview: Number(preview !== undefined), added_at: Date.now() }
  await tx.updateTable('order_file').set(finished).where('id', '=', id).execute()
}

/** Deletes an unfinished file with its chunks (foreign key). Leaves finished files alone. */
export async function deleteUnfinishedUpload(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('order_file').where('id', '=', id).where('added_at', 'is', null).execute()
}

/** Selects the files that an ended process left behind. */
export const unfinishedUploadCondition = sql`added_at is null`

export async function loadOrderFileTotal(db: DatabaseReader, orderId: string): Promise<OrderFileTotalTable> {
  const total = await db.selectFrom('order_file_total').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return total ?? { order_id: orderId, files: 0, bytes: 0 }
}

/** Returns the bytes of all orders together. */
export async function countOrderFileBytes(db: DatabaseReader): Promise<number> {
  const sum = db.selectFrom('order_file_total').select(({ fn }) => fn.sum('bytes').as('bytes'))
  return Number((await sum.executeTakeFirst())?.bytes ?? 0)
}

/** Locks the total of an order until the end of the transaction. */
export async function lockOrderFileTotal(tx: Tx, order_id: string): Promise<OrderFileTotalTable> {
  const lock = tx
    .insertInto('order_file_total')
    .values({ order_id, files: 0, bytes: 0 })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ order_id }))
  return takeLock(tx, 'order files', () => lock.returningAll().executeTakeFirstOrThrow())
}

export async function saveOrderFileTotal(tx: Tx, { order_id, ...total }: OrderFileTotalTable): Promise<void> {
  await tx.updateTable('order_file_total').set(total).where('order_id', '=', order_id).execute()
}

export async function shareFilesWithCustomer(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('order_file').set({ is_shared: 1 }).where('id', 'in', ids).execute()
}

/** Returns up to `length` bytes of a chunk from `offset`, and no bytes at its end. Returns undefined without such a chunk. */
export async function loadFileChunkSlice(
  db: DatabaseReader,
  { fileId, position, offset, length }: { fileId: string; position: number; offset: number; length: number },
): Promise<Uint8Array | undefined> {
  const bytes = sql<Uint8Array>`substr(bytes, ${sql.lit(offset + 1)}, ${sql.lit(length)})`.as('slice')
  const chunk = db.selectFrom('order_file_chunk').select(bytes).where('file_id', '=', fileId).where('position', '=', position)
  return (await chunk.executeTakeFirst())?.slice
}

export async function loadFilePreviewBytes(db: DatabaseReader, fileId: string): Promise<Uint8Array | undefined> {
  return (await db.selectFrom('order_file_preview').select('bytes').where('file_id', '=', fileId).executeTakeFirst())?.bytes
}

/** Marks an unfinished file that `listErasedFileIds` returns. */
const ERASED_AT = 0

/** Hides all files of a customer's orders and removes their names. Returns how many. The caller then deletes their bytes. */
export async function hideFilesOfCustomer(tx: Tx, email: string): Promise<number> {
  const orders = selectOrderIdsOfCustomer(email)
  await tx.deleteFrom('order_file_total').where('order_id', 'in', orders).execute()
  const hidden = tx.updateTable('order_file').set({ name: '', added_at: null, started_at: ERASED_AT })
  return (await hidden.where('order_id', 'in', orders).returning('id').execute()).length
}

export async function listErasedFileIds(db: DatabaseReader): Promise<string[]> {
  const erased = db.selectFrom('order_file').select('id').where('added_at', 'is', null).where('started_at', '=', ERASED_AT)
  return (await erased.execute()).map(({ id }) => id)
}

/** Deletes up to `count` chunks from the end of a file. Returns how many. */
export async function deleteLastFileChunks(tx: Tx, fileId: string, count: number): Promise<number> {
  const chunks = tx.selectFrom('order_file_chunk').select('position').where('file_id', '=', fileId)
  const last = chunks.orderBy('position', 'desc').limit(count)
  const deletion = tx.deleteFrom('order_file_chunk').where('file_id', '=', fileId).where('position', 'in', last)
  return (await deletion.returning('position').execute()).length
}
