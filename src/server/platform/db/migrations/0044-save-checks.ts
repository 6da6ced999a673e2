import { type Kysely, sql } from 'kysely'

/** Adds `save_probe`, which tests whether saving works, and `last_save`, which reveals missing saves. */
export const saveChecks = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('last_save')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into last_save (id, sequence, saved_at) values (1, 0, 0)`.execute(db)
    await db.schema
      .createTable('save_probe')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('filler', 'text', (column) => column.notNull())
      .execute()
  },
}
