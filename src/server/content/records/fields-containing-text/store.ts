import { sql } from 'kysely'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'

/** Text that visitors see now, text that isn't published yet, and text of earlier versions. */
type MentionSource = 'live' | 'draft' | 'history'

/** A field whose value contains the text. */
type Mention = { kind: string; recordId: string; field: string; value: string; where: MentionSource }

/** The tables that hold values of records as JSON. */
const MENTION_TABLES: readonly { name: keyof DatabaseTables; id: string; where: MentionSource }[] = [
  { name: 'content_record', id: 'id', where: 'live' },
  { name: 'autosave', id: 'record_id', where: 'draft' },
  { name: 'staged_change', id: 'record_id', where: 'draft' },
  { name: 'content_trash', id: 'id', where: 'history' },
  { name: 'content_revision', id: 'record_id', where: 'history' },
]

/**
 * Finds the fields that contain `text`, once per source. `text` must not contain `%`, `_` or `\`. `onlyVisible` leaves out
 * live records that are hidden.
 */
export async function findFieldsContainingText(
  db: DatabaseReader,
  text: string,
  sources: readonly MentionSource[],
  { onlyVisible = false }: { onlyVisible?: boolean } = {},
): Promise<Mention[]> {
  const mentions = new Map<string, Mention>()
  for (const { name, id, where } of MENTION_TABLES.filter((table) => sources.includes(table.where))) {
    const condition = where === 'live' && onlyVisible ? sql`hidden = 0 and` : sql``
    const { rows } = await sql<{ kind: string; recordId: string; data: string }>`
      select kind, ${sql.ref(id)} as "recordId", data from ${sql.table(name)}
      where ${condition} data like ${`%${text}%`}`.execute(db)
    for (const { kind, recordId, data } of rows)
      for (const [field, value] of Object.entries(JSON.parse(data) as Record<string, string>))
        if (value.includes(text)) mentions.set([where, recordId, field].join(' '), { kind, recordId, field, value, where })
  }
  return [...mentions.values()]
}

/** Returns whether any of the sources contains `text`, which must not contain `%`, `_` or `\`. */
export async function hasFieldContainingText(
  db: DatabaseReader,
  text: string,
  sources: readonly MentionSource[],
): Promise<boolean> {
  for (const { name } of MENTION_TABLES.filter((table) => sources.includes(table.where))) {
    const { rows } = await sql`select 1 from ${sql.table(name)} where data like ${`%${text}%`} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
