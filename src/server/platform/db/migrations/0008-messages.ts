import { type Kysely, sql } from 'kysely'

/** What visitors wrote to the business; and which mail failed, so that the owner can see it and try it again. */
export const messages = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('message')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('once', 'text', (column) => column.unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('searched', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('message_newest').on('message').columns(['place', 'received_at', 'id']).execute()
    await db.schema
      .createIndex('message_newest_of_status')
      .on('message')
      .columns(['place', 'status', 'received_at', 'id'])
      .execute()
    await db.schema.alterTable('mail_outbox').addColumn('claimed_at', 'bigint').execute()
    await db.schema
      .createIndex('mail_outbox_failed')
      .on('mail_outbox')
      .columns(['created_at', 'id'])
      .where(sql.ref('last_error'), 'is not', null)
      .execute()
  },
}
