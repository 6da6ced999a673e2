import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { RecordEvent } from '../../../../contract/content/history.ts'
import type { ContentRecordTable, ContentRevisionTable, Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'

export type Revision = Selectable<ContentRevisionTable>

/** Writes down what a record is from now on, and whose doing that is. */
export async function keepRevision(
  tx: Tx,
  { id, kind, version, data, sample, updated_at }: Selectable<ContentRecordTable>,
  event: RecordEvent,
  author: string,
): Promise<void> {
  await tx
    .insertInto('content_revision')
    .values({ id: randomUUIDv7(), record_id: id, kind, version, data, sample, event, author, saved_at: updated_at })
    .execute()
}

/** The newest versions of a record below `before`, at most so many. */
export async function revisionsOf(db: Reader, kind: string, id: string, { before, most }: { before?: number; most: number }) {
  const all = db.selectFrom('content_revision').selectAll().where('record_id', '=', id).where('kind', '=', kind)
  const below = before === undefined ? all : all.where('version', '<', before)
  return below.orderBy('version', 'desc').limit(most).execute()
}

export async function findRevision(db: Reader, kind: string, id: string, version: number): Promise<Revision | undefined> {
  const all = db.selectFrom('content_revision').selectAll().where('record_id', '=', id).where('kind', '=', kind)
  return all.where('version', '=', version).executeTakeFirst()
}
