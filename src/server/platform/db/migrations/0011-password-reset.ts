import type { Kysely } from 'kysely'

/** Requests for a new password until they are carried out, and the links that were mailed for them. */
export const passwordReset = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('reset_request')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('reset_link')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('reset_link_of_user').on('reset_link').column('user_id').execute()
    await db.schema.createIndex('reset_link_ended').on('reset_link').column('ends_at').execute()
  },
}
