import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** How many entries are in memory at a time. */
const CHUNK = 500

/** The audit log is listed by person and by act, and searched: its entries of earlier too. */
export const auditSearch = {
  async up(db: Kysely<unknown>) {
    const added = db.schema.alterTable('audit_log').addColumn('searched', 'text', (column) => column.notNull().defaultTo(''))
    await added.execute()
    await db.schema.createIndex('audit_log_of_actor').on('audit_log').columns(['actor', 'at', 'id']).execute()
    await db.schema.createIndex('audit_log_of_action').on('audit_log').columns(['action', 'at', 'id']).execute()
    const log = db as Kysely<Pick<Tables, 'audit_log'>>
    for (let last = ''; ; ) {
      const rows = await log.selectFrom('audit_log').selectAll().where('id', '>', last).orderBy('id').limit(CHUNK).execute()
      for (const row of rows) {
        const searched = searchedText(row)
        await log.updateTable('audit_log').set({ searched }).where('id', '=', row.id).execute()
      }
      if (rows.length < CHUNK) return
      last = rows.at(-1)?.id ?? ''
    }
  },
}

/** As entries were searched when this step was made: a step that has run never changes. */
function searchedText({ actor, subject, detail }: { actor: string; subject: string; detail: string }): string {
  const values = Object.values(JSON.parse(detail) as Record<string, string>)
  return [actor, subject, ...values].join('\n').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
