import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import { countRows } from '#platform/db/read-list-page.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { JobQueueTableDefinition } from '#platform/queue/queue.ts'
import type { ReleaseJobTable, StagedChangeTable } from './tables.ts'

type Values = Record<string, string>

/** What a release will do to one record. */
export type StoredStagedChange = {
  id: string
  kind: string
  recordId: string
  action: 'add' | 'change' | 'delete'
  /** All fields after the change. */
  values: Values
  /** Null keeps the live visibility. */
  isHidden: boolean | null
  /** The live values that the change was made from. */
  base: Values
  baseVersion: number
  saves: number
  author: string
  /** Epoch ms. */
  savedAt: number
}

export type NewStagedChange = Omit<StoredStagedChange, 'id' | 'saves' | 'savedAt'>

export type ReleaseSchedule = Selectable<ReleaseJobTable>

/** The table has one row, which stays open. The process that claims it may publish the scheduled release. */
export const releaseQueueTable: JobQueueTableDefinition = { name: 'release_job' }

/** Locks the release's row. Each transaction that stages, discards or publishes changes calls it before it reads them. */
export async function lockRelease(tx: Tx): Promise<ReleaseSchedule> {
  return takeLock(tx, 'release', () => tx.updateTable('release_job').set({ id: 1 }).returningAll().executeTakeFirstOrThrow())
}

export async function getReleaseSchedule(db: DatabaseReader): Promise<ReleaseSchedule> {
  return db.selectFrom('release_job').selectAll().executeTakeFirstOrThrow()
}

/** Returns the oldest first. */
export async function listStagedChanges(db: DatabaseReader, kind?: string): Promise<StoredStagedChange[]> {
  const changes = db.selectFrom('staged_change').selectAll().orderBy('created_at').orderBy('id')
  return (await (kind === undefined ? changes : changes.where('kind', '=', kind)).execute()).map(toStagedChange)
}

export async function listStagedRecordIds(db: DatabaseReader): Promise<Pick<StoredStagedChange, 'kind' | 'recordId'>[]> {
  const changes = db.selectFrom('staged_change').select(['kind', 'record_id as recordId'])
  return changes.orderBy('created_at').orderBy('id').execute()
}

export async function saveStagedChange(tx: Tx, change: NewStagedChange, previousChange?: StoredStagedChange): Promise<void> {
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

/** Returns how many it deleted. */
export async function deleteStagedChanges(tx: Tx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  return (await tx.deleteFrom('staged_change').where('id', 'in', ids).returning('id').execute()).length
}

/** Keeps the changes for an undo. Returns the ids of those that existed. */
export async function moveToDiscardedChanges(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.deleteFrom('staged_change').where('id', 'in', ids).returningAll().execute()
  const discarded_at = Date.now()
  if (rows.length > 0)
    await tx
      .insertInto('discarded_change')
      .values(rows.map((row) => ({ ...row, discarded_at })))
      .execute()
  return rows.map(({ id }) => id)
}

/** Makes discarded changes staged ones again. Returns how many still existed. */
export async function restoreDiscardedChanges(tx: Tx, ids: readonly string[]): Promise<number> {
  const rows = await tx.deleteFrom('discarded_change').where('id', 'in', ids).returningAll().execute()
  const changes = rows.map(({ discarded_at: _, ...change }) => change)
  if (changes.length > 0) await tx.insertInto('staged_change').values(changes).execute()
  return changes.length
}

export async function listRecordIdsOfDiscardedChanges(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('discarded_change').select('record_id').where('id', 'in', ids).execute()
  return rows.map(({ record_id }) => record_id)
}

export async function countStagedChanges(db: DatabaseReader): Promise<number> {
  return countRows(db.selectFrom('staged_change'))
}

/** `at` is epoch ms. */
export async function setReleaseSchedule(tx: Tx, { at, by }: { at: number; by: string }): Promise<void> {
  const jobColumns = { attempts: 0, due_at: 0, claimed_at: null }
  await tx
    .updateTable('release_job')
    .set({ scheduled_at: at, scheduled_by: by, failure: null, ...jobColumns })
    .execute()
}

/** `failure` says why the release wasn't published. */
export async function clearReleaseSchedule(tx: Tx, failure: string | null = null): Promise<void> {
  await tx.updateTable('release_job').set({ scheduled_at: null, scheduled_by: null, failure }).execute()
}

/** Clears the schedule if no change is left. Otherwise it would publish drafts that an admin saves later. */
export async function clearScheduleWithoutChanges(tx: Tx): Promise<void> {
  if ((await countStagedChanges(tx)) === 0) await clearReleaseSchedule(tx)
}

/** Makes the job ready for the next release. */
export async function makeReleaseJobReadyAgain(tx: Tx): Promise<void> {
  await tx.updateTable('release_job').set({ due_at: 0, attempts: 0 }).execute()
}

function toStagedChange(row: Selectable<StagedChangeTable>): StoredStagedChange {
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
