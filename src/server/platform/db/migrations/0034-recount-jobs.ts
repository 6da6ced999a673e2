import type { Kysely } from 'kysely'

/** One job for each kind of totals that are kept: to count them again. */
export const recountJobs = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('recount_job')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('claimed_at', 'bigint')
      .addColumn('claimed_by', 'text')
      .execute()
    await db.schema.createIndex('recount_job_due').on('recount_job').column('due_at').execute()
  },
}
