import type { Kysely } from 'kysely'

/** What the outbox had already: how often a job was tried, when it is due, and since when a process is at it. */
export const oneQueue = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('index_now_turn').renameColumn('failures', 'attempts').execute()
    await db.schema.alterTable('index_now_turn').addColumn('claimed_at', 'bigint').execute()
    const waiting = db.schema.alterTable('reset_request')
    await waiting.addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0)).execute()
    await waiting.addColumn('due_at', 'bigint', (column) => column.notNull().defaultTo(0)).execute()
    await waiting.addColumn('claimed_at', 'bigint').execute()
    await db.schema.createIndex('reset_request_due').on('reset_request').column('due_at').execute()
  },
}
