import { sql } from 'kysely'
import type { DatabaseReader, DatabaseTables } from '../../../platform/db/tables.ts'

/** What visitors are shown, what is meant to be shown to them, and what they were shown earlier. */
export type MentionSource = 'live' | 'draft' | 'history'

/** A value of a record that holds some text. */
export type Mention = { kind: string; recordId: string; field: string; value: string; where: MentionSource }

/** Where the values of records stand, as JSON. */
const MENTION_TABLES: readonly { name: keyof DatabaseTables; id: string; where: MentionSource }[] = [
  { name: 'content_record', id: 'id', where: 'live' },
  { name: 'autosave', id: 'record_id', where: 'draft' },
  { name: 'staged_change', id: 'record_id', where: 'draft' },
  { name: 'content_trash', id: 'id', where: 'history' },
  { name: 'content_revision', id: 'record_id', where: 'history' },
]

/** Every value in these places that holds `text`, which has no sign that a pattern would understand; each field once in each place. */
export async function findMentions(db: DatabaseReader, text: string, sources: readonly MentionSource[]): Promise<Mention[]> {
  const mentions = new Map<string, Mention>()
  for (const { name, id, where } of MENTION_TABLES.filter((table) => sources.includes(table.where))) {
    const { rows } = await sql<{ kind: string; recordId: string; data: string }>`
      select kind, ${sql.ref(id)} as "recordId", data from ${sql.table(name)} where data like ${`%${text}%`}`.execute(db)
    for (const { kind, recordId, data } of rows)
      for (const [field, value] of Object.entries(JSON.parse(data) as Record<string, string>))
        if (value.includes(text)) mentions.set([where, recordId, field].join(' '), { kind, recordId, field, value, where })
  }
  return [...mentions.values()]
}
