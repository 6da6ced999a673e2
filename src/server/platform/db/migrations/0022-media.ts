import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Pictures with their bytes, so that a backup holds everything and processes share it (docs/decisions/0042). A variant
 * is a job of the queue until it was made. Bytes come last: SQLite reads a row from its beginning, as far as it has to.
 */
export function media(type: Database['type']) {
  const bytes = type === 'postgres' ? sql`bytea` : sql`blob`
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('media')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('source', 'text', (column) => column.notNull().unique())
        .addColumn('format', 'text', (column) => column.notNull())
        .addColumn('width', 'integer', (column) => column.notNull())
        .addColumn('height', 'integer', (column) => column.notNull())
        .addColumn('size', 'integer', (column) => column.notNull())
        .addColumn('alt', 'text', (column) => column.notNull())
        .addColumn('searched', 'text', (column) => column.notNull())
        .addColumn('focus_x', 'integer', (column) => column.notNull())
        .addColumn('focus_y', 'integer', (column) => column.notNull())
        .addColumn('cropped_from', 'text')
        .addColumn('added_by', 'text', (column) => column.notNull())
        .addColumn('added_at', 'bigint', (column) => column.notNull())
        .addColumn('deleted_at', 'bigint')
        .addColumn('bytes', bytes, (column) => column.notNull())
        .execute()
      await db.schema.createIndex('media_newest').on('media').columns(['deleted_at', 'added_at', 'id']).execute()

      await db.schema
        .createTable('media_variant')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('media_id', 'text', (column) => column.notNull().references('media.id').onDelete('cascade'))
        .addColumn('format', 'text', (column) => column.notNull())
        .addColumn('width', 'integer', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('claimed_at', 'bigint')
        .addColumn('made_at', 'bigint')
        .addColumn('bytes', bytes)
        .execute()
      await db.schema.createIndex('media_variant_due').on('media_variant').columns(['made_at', 'due_at']).execute()
      await db.schema.createIndex('media_variants_of').on('media_variant').column('media_id').execute()
    },
  }
}
