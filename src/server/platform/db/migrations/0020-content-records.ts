import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Records that are hidden or deleted, what each version of one was about, and what people have typed and not saved. */
export const contentRecords = {
  async up(db: Kysely<unknown>) {
    const records = db.schema.alterTable('content_record')
    await records.addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0)).execute()
    await db.schema
      .createTable('content_trash')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('sole', 'text')
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('sample', 'integer', (column) => column.notNull())
      .addColumn('hidden', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_by', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('content_trash_newest').on('content_trash').columns(['kind', 'deleted_at']).execute()
    await db.schema.createIndex('content_trash_oldest').on('content_trash').column('deleted_at').execute()

    const revisions = db.schema.alterTable('content_revision')
    await revisions.addColumn('event', 'text', (column) => column.notNull().defaultTo('saved')).execute()
    await revisions.addColumn('sample', 'integer', (column) => column.notNull().defaultTo(0)).execute()
    const tables = db as Kysely<Pick<Tables, 'content_record' | 'content_revision'>>
    await tables.updateTable('content_revision').set({ event: 'added' }).where('version', '=', 1).execute()
    // Of a record that is a sample still, every version was one.
    await tables
      .updateTable('content_revision')
      .set({ sample: 1 })
      .where('record_id', 'in', sql<string>`(select id from content_record where sample = 1)`)
      .execute()

    await db.schema
      .createTable('own_draft')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('record_id', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint')
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('own_draft_once', ['user_id', 'kind', 'record_id'])
      .execute()
    await db.schema.createIndex('own_draft_newest').on('own_draft').columns(['user_id', 'saved_at']).execute()
    await db.schema.createIndex('own_draft_oldest').on('own_draft').column('saved_at').execute()
  },
}
