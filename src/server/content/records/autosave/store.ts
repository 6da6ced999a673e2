import { sql } from 'kysely'
import { MOST_OWN_DRAFTS } from '../../../../contract/content/own-drafts.ts'
import type { OwnDraftTable, Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'

/** Which form's: of a record, or of a new one of the kind (`NEW_RECORD`). */
export type AutosavePlace = { userId: string; kind: string; id: string }

export type AutosaveSummary = { kind: string; id: string; savedAt: number }
export type Autosave = AutosaveSummary & { values: Record<string, string>; version: number | null; draft: number | null }

/** How many autosaves above a person's limit one save deletes. */
const PURGED_AT_ONCE = 8

/** Where somebody has drafts, newest first. */
export async function autosavesOf(db: Reader, userId: string): Promise<AutosaveSummary[]> {
  const all = db.selectFrom('own_draft').select(['kind', 'record_id as id', 'saved_at as savedAt'])
  return all.where('user_id', '=', userId).orderBy('saved_at', 'desc').execute()
}

export async function findAutosave(db: Reader, place: AutosavePlace): Promise<Autosave | undefined> {
  const row = await at(db, place).executeTakeFirst()
  return row && fromRow(row)
}

/** What a form sends; `seen` is the `savedAt` of the draft that it knows, 0 for none. */
export type AutosaveInput = { values: Record<string, string>; version?: number; draft?: number; seen?: number }

/** Keeps what was typed, and no more of one person's than so many. Undefined where another draft is there than was seen. */
export async function putAutosave(
  tx: Tx,
  { userId, kind, id }: AutosavePlace,
  { values, version, draft, seen }: AutosaveInput,
): Promise<Autosave | undefined> {
  // Tells one from the next, whatever the clock does.
  const savedAt = Math.max(Date.now(), (seen ?? 0) + 1)
  const typed = { data: JSON.stringify(values), version: version ?? null, draft: draft ?? null, saved_at: savedAt }
  const row = { user_id: userId, kind, record_id: id, ...typed }
  const written = await tx
    .insertInto('own_draft')
    .values(row)
    .onConflict((conflict) => {
      const update = conflict.columns(['user_id', 'kind', 'record_id']).doUpdateSet(typed)
      return seen === undefined ? update : update.where('own_draft.saved_at', '=', seen)
    })
    .returning('saved_at')
    .executeTakeFirst()
  if (!written) return undefined
  await sql`
    delete from own_draft where user_id = ${userId} and (kind, record_id) in (
      select kind, record_id from own_draft where user_id = ${userId} order by saved_at desc, record_id
      limit ${PURGED_AT_ONCE} offset ${MOST_OWN_DRAFTS})`.execute(tx)
  return fromRow(row)
}

/** False where there was none. */
export async function endAutosave(tx: Tx, { userId, kind, id }: AutosavePlace): Promise<boolean> {
  const all = tx.deleteFrom('own_draft').where('user_id', '=', userId).where('kind', '=', kind)
  return (await all.where('record_id', '=', id).returning('record_id').executeTakeFirst()) !== undefined
}

function at(db: Reader, { userId, kind, id }: AutosavePlace) {
  const all = db.selectFrom('own_draft').selectAll().where('user_id', '=', userId).where('kind', '=', kind)
  return all.where('record_id', '=', id)
}

function fromRow({ kind, record_id, data, version, saved_at, draft }: OwnDraftTable): Autosave {
  return { kind, id: record_id, savedAt: saved_at, values: JSON.parse(data) as Record<string, string>, version, draft }
}
