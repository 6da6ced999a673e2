import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** What is to become of records once the draft of the whole site is published, and when that is. */
export const siteDraft = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('draft_change')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('record_id', 'text', (column) => column.notNull().unique())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('hidden', 'integer')
      .addColumn('base', 'text', (column) => column.notNull())
      .addColumn('base_version', 'bigint', (column) => column.notNull())
      .addColumn('saves', 'integer', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('draft_changes_in_order').on('draft_change').columns(['created_at', 'id']).execute()
    await db.schema
      .createTable('draft_publication')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('scheduled_at', 'bigint')
      .addColumn('scheduled_by', 'text')
      .addColumn('failure', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('claimed_at', 'bigint')
      .execute()
    await (db as Kysely<Pick<Tables, 'draft_publication'>>)
      .insertInto('draft_publication')
      .values({ id: 1, scheduled_at: null, scheduled_by: null, failure: null, attempts: 0, due_at: 0, claimed_at: null })
      .execute()
  },
}
