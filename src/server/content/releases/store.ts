import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { DatabaseReader, ReleaseJobTable, StagedChangeTable } from '../../platform/db/tables.ts'
import type { JobQueueTable } from '../../platform/queue/queue.ts'

type Values = Record<string, string>

/** What becomes of a record once the draft is published. */
export type StagedChangeRecord = {
  id: string
  kind: string
  recordId: string
  action: 'add' | 'change' | 'delete'
  /** All fields as they were saved last. */
  values: Values
  /** Whether it will be hidden; null where that stays as it is. */
  isHidden: boolean | null
  /** The live record that it was made from. */
  base: Values
  baseVersion: number
  saves: number
  author: string
  /** Epoch ms. */
  savedAt: number
}

export type ReleaseSchedule = Selectable<ReleaseJobTable>

/** One row, which is never done for good: whoever claims it may publish what is scheduled. */
export const releaseJobTable: JobQueueTable = { name: 'release_job' }

/** First in whatever changes the draft or publishes it, so that both take turns. */
export async function lockRelease(tx: Tx): Promise<ReleaseSchedule> {
  return tx.updateTable('release_job').set({ id: 1 }).returningAll().executeTakeFirstOrThrow()
}

export async function getReleaseSchedule(db: DatabaseReader): Promise<ReleaseSchedule> {
  return db.selectFrom('release_job').selectAll().executeTakeFirstOrThrow()
}

/** Of one kind or of all, oldest first. */
export async function listStagedChanges(db: DatabaseReader, kind?: string): Promise<StagedChangeRecord[]> {
  const changes = db.selectFrom('staged_change').selectAll().orderBy('created_at').orderBy('id')
  return (await (kind === undefined ? changes : changes.where('kind', '=', kind)).execute()).map(toStagedChange)
}

/** What the changes are about, without what they say. */
export async function listStagedRecordIds(db: DatabaseReader): Promise<Pick<StagedChangeRecord, 'kind' | 'recordId'>[]> {
  const changes = db.selectFrom('staged_change').select(['kind', 'record_id as recordId'])
  return changes.orderBy('created_at').orderBy('id').execute()
}

/** Writes what becomes of a record, in place of what was to become of it. */
export async function saveStagedChange(
  tx: Tx,
  change: Omit<StagedChangeRecord, 'id' | 'saves' | 'savedAt'>,
  previousChange?: StagedChangeRecord,
): Promise<void> {
  const { kind, recordId, action, values, isHidden, base, baseVersion, author } = change
  const now = Date.now()
  const row = {
    action,
    data: JSON.stringify(values),
    hidden: isHidden === null ? null : isHidden ? 1 : 0,
    base: JSON.stringify(base),
    base_version: baseVersion,
    saves: (previousChange?.saves ?? 0) + 1,
    author,
    saved_at: now,
  }
  if (previousChange) await tx.updateTable('staged_change').set(row).where('id', '=', previousChange.id).execute()
  else
    await tx
      .insertInto('staged_change')
      .values({ ...row, id: randomUUIDv7(), kind, record_id: recordId, created_at: now })
      .execute()
}

/** Answers how many there were. */
export async function deleteStagedChanges(tx: Tx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  return (await tx.deleteFrom('staged_change').where('id', 'in', ids).returning('id').execute()).length
}

export async function countStagedChanges(db: DatabaseReader): Promise<number> {
  const { count } = await db
    .selectFrom('staged_change')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The instant that the draft is published at. */
export async function setReleaseSchedule(tx: Tx, { at, by }: { at: number; by: string }): Promise<void> {
  const jobColumns = { attempts: 0, due_at: 0, claimed_at: null }
  await tx
    .updateTable('release_job')
    .set({ scheduled_at: at, scheduled_by: by, failure: null, ...jobColumns })
    .execute()
}

/** `failure`: why nothing came of it. */
export async function clearReleaseSchedule(tx: Tx, failure: string | null = null): Promise<void> {
  await tx.updateTable('release_job').set({ scheduled_at: null, scheduled_by: null, failure }).execute()
}

/** Nothing is in the way of the next publication. */
export async function resetReleaseJob(tx: Tx): Promise<void> {
  await tx.updateTable('release_job').set({ due_at: 0, attempts: 0 }).execute()
}

function toStagedChange(row: Selectable<StagedChangeTable>): StagedChangeRecord {
  const { id, kind, record_id, action, data, hidden, base, base_version, saves, author, saved_at } = row
  return {
    id,
    kind,
    recordId: record_id,
    action,
    values: JSON.parse(data) as Values,
    isHidden: hidden === null ? null : hidden === 1,
    base: JSON.parse(base) as Values,
    baseVersion: base_version,
    saves,
    author,
    savedAt: saved_at,
  }
}
