import type { Kysely } from 'kysely'

/** Adds one row with an admin's decision: may search engines list the site while it holds samples? */
export const searchEngines = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('search_engine_decision')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('is_allowed', 'integer', (column) => column.notNull())
      .addColumn('decided_at', 'bigint', (column) => column.notNull())
      .addColumn('decided_by', 'text', (column) => column.notNull())
      .execute()
  },
}
