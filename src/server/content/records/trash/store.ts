import type { Selectable } from 'kysely'
import { TRASH_DAYS } from '../../../../contract/content/content-records.ts'
import { type OldRows, removeOldest } from '../../../platform/db/old-rows.ts'
import type { ContentRecordTable, ContentTrashTable, Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'

export type Trashed = Selectable<ContentTrashTable>

/** How long a deleted record can be put back, in ms. */
export const KEPT_FOR = TRASH_DAYS * 24 * 60 * 60_000

/** The most that is shown of a trash. */
const MOST_LISTED = 1_000

export async function moveToTrash(tx: Tx, row: Selectable<ContentRecordTable>, by: string): Promise<void> {
  await tx.deleteFrom('content_record').where('id', '=', row.id).execute()
  await tx
    .insertInto('content_trash')
    .values({ ...row, deleted_at: row.updated_at, deleted_by: by })
    .execute()
}

/** Newest first. */
export async function trashOf(db: Reader, kind: string): Promise<Trashed[]> {
  const all = db.selectFrom('content_trash').selectAll().where('kind', '=', kind)
  return all
    .where('deleted_at', '>', Date.now() - KEPT_FOR)
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute()
}

export async function isInTrash(db: Reader, kind: string, id: string): Promise<boolean> {
  const all = db.selectFrom('content_trash').select('id').where('id', '=', id).where('kind', '=', kind)
  return (await all.where('deleted_at', '>', Date.now() - KEPT_FOR).executeTakeFirst()) !== undefined
}

/** Takes a deleted record out, while it can be put back. */
export async function takeFromTrash(tx: Tx, kind: string, id: string): Promise<Selectable<ContentRecordTable> | undefined> {
  const row = await tx
    .deleteFrom('content_trash')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deleted_at', '>', Date.now() - KEPT_FOR)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { deleted_at, deleted_by, ...record } = row
  return record
}

/** Deletes the oldest expired records with their history; returns how many. */
export async function purgeTrash(tx: Tx, old: OldRows): Promise<number> {
  const rows = await removeOldest<{ id: string }>(tx, { table: 'content_trash', key: ['id'], at: 'deleted_at' }, old)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await forgetHistory(tx, ids)
  return ids.length
}

/** Removes deleted records for good, with their history. */
export async function forgetRecords(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('content_trash').where('id', 'in', ids).execute()
  await forgetHistory(tx, ids)
}

async function forgetHistory(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('content_revision').where('record_id', 'in', ids).execute()
}
