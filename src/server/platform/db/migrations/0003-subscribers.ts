import type { Kysely } from 'kysely'

export const subscribers = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('subscriber')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('subscriber_newest').on('subscriber').columns(['created_at', 'id']).execute()
  },
}
