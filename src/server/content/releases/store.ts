import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { DraftChangeTable, DraftPublicationTable, Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { JobTable } from '../../platform/queue/queue.ts'

type Values = Record<string, string>

/** What becomes of a record once the draft is published. */
export type StoredChange = {
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

export type Publication = Selectable<DraftPublicationTable>

/** One row, which is never done for good: whoever claims it may publish what is scheduled. */
export const publicationJobs: JobTable = { name: 'draft_publication' }

/** First in whatever changes the draft or publishes it, so that both take turns. */
export async function takeDraft(tx: Tx): Promise<Publication> {
  return tx.updateTable('draft_publication').set({ id: 1 }).returningAll().executeTakeFirstOrThrow()
}

export async function readPublication(db: Reader): Promise<Publication> {
  return db.selectFrom('draft_publication').selectAll().executeTakeFirstOrThrow()
}

/** Of one kind or of all, oldest first. */
export async function changesOf(db: Reader, kind?: string): Promise<StoredChange[]> {
  const all = db.selectFrom('draft_change').selectAll().orderBy('created_at').orderBy('id')
  return (await (kind === undefined ? all : all.where('kind', '=', kind)).execute()).map(fromRow)
}

/** What the changes are about, without what they say. */
export async function draftedRecords(db: Reader): Promise<Pick<StoredChange, 'kind' | 'recordId'>[]> {
  const all = db.selectFrom('draft_change').select(['kind', 'record_id as recordId'])
  return all.orderBy('created_at').orderBy('id').execute()
}

/** Writes what becomes of a record, in place of what was to become of it. */
export async function putChange(
  tx: Tx,
  change: Omit<StoredChange, 'id' | 'saves' | 'savedAt'>,
  former?: StoredChange,
): Promise<void> {
  const { kind, recordId, action, values, isHidden, base, baseVersion, author } = change
  const now = Date.now()
  const row = {
    action,
    data: JSON.stringify(values),
    hidden: isHidden === null ? null : isHidden ? 1 : 0,
    base: JSON.stringify(base),
    base_version: baseVersion,
    saves: (former?.saves ?? 0) + 1,
    author,
    saved_at: now,
  }
  if (former) await tx.updateTable('draft_change').set(row).where('id', '=', former.id).execute()
  else
    await tx
      .insertInto('draft_change')
      .values({ ...row, id: randomUUIDv7(), kind, record_id: recordId, created_at: now })
      .execute()
}

/** Answers how many there were. */
export async function dropChanges(tx: Tx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  return (await tx.deleteFrom('draft_change').where('id', 'in', ids).returning('id').execute()).length
}

export async function countChanges(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('draft_change')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The instant that the draft is published at. */
export async function setSchedule(tx: Tx, { at, by }: { at: number; by: string }): Promise<void> {
  const turn = { attempts: 0, due_at: 0, claimed_at: null }
  await tx
    .updateTable('draft_publication')
    .set({ scheduled_at: at, scheduled_by: by, failure: null, ...turn })
    .execute()
}

/** `failure`: why nothing came of it. */
export async function endSchedule(tx: Tx, failure: string | null = null): Promise<void> {
  await tx.updateTable('draft_publication').set({ scheduled_at: null, scheduled_by: null, failure }).execute()
}

/** Nothing is in the way of the next publication. */
export async function makeDue(tx: Tx): Promise<void> {
  await tx.updateTable('draft_publication').set({ due_at: 0, attempts: 0 }).execute()
}

function fromRow(row: Selectable<DraftChangeTable>): StoredChange {
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
