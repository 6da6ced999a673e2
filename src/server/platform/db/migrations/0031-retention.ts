import { type Kysely, sql } from 'kysely'

/** One job for each kind of thing that is removed one day, and the indexes that find what is old among what is not. */
export const retention = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('retention_job')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('claimed_at', 'bigint')
      .addColumn('claimed_by', 'text')
      .execute()
    await db.schema.createIndex('retention_job_due').on('retention_job').column('due_at').execute()
    await db.schema.createIndex('session_ended').on('session').column('expiresAt').execute()
    await db.schema.createIndex('verification_ended').on('verification').column('expiresAt').execute()
    await db.schema.createIndex('spent_code_oldest').on('spent_code').column('spent_at').execute()
    await db.schema
      .createIndex('subscriber_unconfirmed')
      .on('subscriber')
      .column('asked_at')
      .where(sql.ref('confirmed_at'), 'is', null)
      .where(sql.ref('ended_at'), 'is', null)
      .execute()
  },
}
