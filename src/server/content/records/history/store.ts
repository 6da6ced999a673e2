import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { RecordHistoryEventKind } from '#contract/content/record-history.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { ContentRecordTable, ContentRevisionTable } from '../tables.ts'

export type RecordVersionRow = Selectable<ContentRevisionTable>

export async function insertRecordRevision(
  tx: Tx,
  { id, kind, version, data, sample, updated_at }: Selectable<ContentRecordTable>,
  event: RecordHistoryEventKind,
  author: string,
): Promise<void> {
  await tx
    .insertInto('content_revision')
    .values({ id: randomUUIDv7(), record_id: id, kind, version, data, sample, event, author, saved_at: updated_at })
    .execute()
}

/** Returns the newest versions first. */
export async function listRecordRevisions(
  db: DatabaseReader,
  kind: string,
  id: string,
  { before, limit }: { before?: number; limit: number },
) {
  const revisions = db.selectFrom('content_revision').selectAll().where('record_id', '=', id).where('kind', '=', kind)
  const olderRevisions = before === undefined ? revisions : revisions.where('version', '<', before)
  return olderRevisions.orderBy('version', 'desc').limit(limit).execute()
}

export async function findRecordVersion(
  db: DatabaseReader,
  kind: string,
  id: string,
  version: number,
): Promise<RecordVersionRow | undefined> {
  const revisions = db.selectFrom('content_revision').selectAll().where('record_id', '=', id).where('kind', '=', kind)
  return revisions.where('version', '=', version).executeTakeFirst()
}

/** Returns the time of the newest version, in epoch ms, or 0. */
export async function findLastRevisionTime(db: DatabaseReader): Promise<number> {
  const newest = await db
    .selectFrom('content_revision')
    .select(({ fn }) => fn.max('saved_at').as('at'))
    .executeTakeFirst()
  return Number(newest?.at ?? 0)
}
