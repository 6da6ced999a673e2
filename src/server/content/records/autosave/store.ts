import { sql } from 'kysely'
import { MAX_AUTOSAVES_PER_USER, NEW_RECORD_ID } from '#contract/content/autosaves.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { AutosaveTable } from '../tables.ts'

/** `id` is a record's id, or `NEW_RECORD_ID` for the add form. */
export type AutosaveKey = { userId: string; kind: string; id: string }

type AutosaveSummary = { kind: string; id: string; savedAt: number }
type Autosave = AutosaveSummary & { values: Record<string, string>; version: number | null; draft: number | null }

/** How many autosaves above a person's limit one save deletes. */
const MAX_PURGED_PER_SAVE = 8

/** Lists a person's autosaves, newest first. */
export async function listUserAutosaves(db: DatabaseReader, userId: string): Promise<AutosaveSummary[]> {
  const autosaves = db.selectFrom('autosave').select(['kind', 'record_id as id', 'saved_at as savedAt'])
  return autosaves.where('user_id', '=', userId).orderBy('saved_at', 'desc').execute()
}

export async function findAutosave(db: DatabaseReader, key: AutosaveKey): Promise<Autosave | undefined> {
  const row = await selectAutosave(db, key).executeTakeFirst()
  return row && fromRow(row)
}

/** `seen` is the `savedAt` of the autosave that the form knows, 0 for none. */
export type AutosavedValuesAndVersions = { values: Record<string, string>; version?: number; draft?: number; seen?: number }

/**
 * Saves typed text, and deletes the person's oldest autosaves above the limit. Returns undefined if the stored autosave
 * isn't the one in `seen`.
 */
export async function upsertAutosave(
  tx: Tx,
  { userId, kind, id }: AutosaveKey,
  { values, version, draft, seen: expectedSavedAt }: AutosavedValuesAndVersions,
): Promise<Autosave | undefined> {
  // Each time is later than the one before, even if the clock goes back.
  const savedAt = Math.max(Date.now(), (expectedSavedAt ?? 0) + 1)
  const columns = { data: JSON.stringify(values), version: version ?? null, draft: draft ?? null, saved_at: savedAt }
  const row = { user_id: userId, kind, record_id: id, ...columns }
  const savedRow = await tx
    .insertInto('autosave')
    .values(row)
    .onConflict((conflict) => {
      const update = conflict.columns(['user_id', 'kind', 'record_id']).doUpdateSet(columns)
      return expectedSavedAt === undefined ? update : update.where('autosave.saved_at', '=', expectedSavedAt)
    })
    .returning('saved_at')
    .executeTakeFirst()
  if (!savedRow) return undefined
  await sql`
    delete from autosave where user_id = ${userId} and (kind, record_id) in (
      select kind, record_id from autosave where user_id = ${userId} order by saved_at desc, record_id
      limit ${MAX_PURGED_PER_SAVE} offset ${MAX_AUTOSAVES_PER_USER})`.execute(tx)
  return fromRow(row)
}

/** Returns false if there was none. */
export async function removeAutosave(tx: Tx, { userId, kind, id }: AutosaveKey): Promise<boolean> {
  const autosaves = tx.deleteFrom('autosave').where('user_id', '=', userId).where('kind', '=', kind)
  return (await autosaves.where('record_id', '=', id).returning('record_id').executeTakeFirst()) !== undefined
}

/** Deletes the author's autosave of a record. Call it in the transaction of the save. */
export async function deleteAutosaveAfterSave(
  tx: Tx,
  { kind }: ContentKind,
  { userId }: { userId?: string },
  id: string = NEW_RECORD_ID,
): Promise<void> {
  if (userId) await removeAutosave(tx, { userId, kind, id })
}

function selectAutosave(db: DatabaseReader, { userId, kind, id }: AutosaveKey) {
  const autosaves = db.selectFrom('autosave').selectAll().where('user_id', '=', userId).where('kind', '=', kind)
  return autosaves.where('record_id', '=', id)
}

function fromRow({ kind, record_id, data, version, saved_at, draft }: AutosaveTable): Autosave {
  return { kind, id: record_id, savedAt: saved_at, values: JSON.parse(data) as Record<string, string>, version, draft }
}
