import type { Kysely } from 'kysely'

/** Totals of days: how often a page was visited, or something happened. The key is all that is known of it. */
export const dailyCounts = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('daily_count')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('daily_count_key', ['day', 'subject'])
      .execute()
  },
}
