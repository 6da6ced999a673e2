import type { Selectable } from 'kysely'
import { TRASH_RETENTION_DAYS } from '#contract/content/content-record-endpoints.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { type RowRemovalLimits, removeRowsOlderThan } from '#platform/db/remove-rows-older-than.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { ContentRecordTable, ContentTrashTable } from '../tables.ts'

type TrashedRow = Selectable<ContentTrashTable>

/** How long an admin can undelete a record, in ms. */
export const TRASH_RETENTION_MS = TRASH_RETENTION_DAYS * 24 * 60 * 60_000

const MAX_LISTED_RECORDS = 1_000

export async function moveRowToTrash(tx: Tx, row: Selectable<ContentRecordTable>, by: string): Promise<void> {
  await tx.deleteFrom('content_record').where('id', '=', row.id).execute()
  await tx
    .insertInto('content_trash')
    .values({ ...row, deleted_at: row.updated_at, deleted_by: by })
    .execute()
}

/** Returns the newest first. */
export async function listTrashedRows(db: DatabaseReader, kind: string): Promise<TrashedRow[]> {
  const all = db.selectFrom('content_trash').selectAll().where('kind', '=', kind)
  return all
    .where('deleted_at', '>', Date.now() - TRASH_RETENTION_MS)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .limit(MAX_LISTED_RECORDS)
    .execute()
}

export async function isRecordInTrash(db: DatabaseReader, kind: string, id: string): Promise<boolean> {
  const all = db.selectFrom('content_trash').select('id').where('id', '=', id).where('kind', '=', kind)
  return (await all.where('deleted_at', '>', Date.now() - TRASH_RETENTION_MS).executeTakeFirst()) !== undefined
}

/** Removes a record from the trash and returns it. Returns undefined if it isn't there or has expired. */
export async function deleteAndReturnTrashRow(
  tx: Tx,
  kind: string,
  id: string,
): Promise<Selectable<ContentRecordTable> | undefined> {
  const row = await tx
    .deleteFrom('content_trash')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deleted_at', '>', Date.now() - TRASH_RETENTION_MS)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { deleted_at, deleted_by, ...record } = row
  return record
}

/** Deletes the oldest expired records with their history. Returns how many. */
export async function purgeExpiredTrash(tx: Tx, expired: RowRemovalLimits): Promise<number> {
  const rows = await removeRowsOlderThan<{ id: string }>(tx, { table: 'content_trash', key: ['id'], at: 'deleted_at' }, expired)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await deleteHistory(tx, ids)
  return ids.length
}

/** Deletes trashed records for good, with their history. */
export async function deleteTrashedRecordsByIds(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('content_trash').where('id', 'in', ids).execute()
  await deleteHistory(tx, ids)
}

async function deleteHistory(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('content_revision').where('record_id', 'in', ids).execute()
}
