import { type Kysely, sql } from 'kysely'

/** The tables that were queues when this step was made. */
const QUEUES = ['mail_outbox', 'media_variant', 'index_now_turn', 'draft_publication', 'reset_request', 'payment_notice']

/** Which process is at a job, so that what one that ended had begun is found. */
export const claimsOfProcesses = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('process')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .execute()
    for (const name of QUEUES) {
      await db.schema.alterTable(name).addColumn('claimed_by', 'text').execute()
      await db.schema
        .createIndex(`${name}_claimed`)
        .on(name)
        .column('claimed_by')
        .where(sql.ref('claimed_by'), 'is not', null)
        .execute()
    }
  },
}
