import type { Kysely } from 'kysely'

/** Content records with their history, and the number that tells every process of a change. */
export const content = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('content_record')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('sole', 'text', (column) => column.unique())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('sample', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('content_record_in_order').on('content_record').columns(['kind', 'position', 'id']).execute()
    await db.schema
      .createTable('content_revision')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('record_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('content_revision_once', ['record_id', 'version'])
      .execute()
    await db.schema
      .createTable('content_version')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute()
    await (db as unknown as Kysely<{ content_version: { id: number; version: number } }>)
      .insertInto('content_version')
      .values({ id: 1, version: 1 })
      .execute()
  },
}
