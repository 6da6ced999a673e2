import type { Kysely } from 'kysely'

/** Adds the tasks for payment providers, and a queue that runs one task of an order at a time. */
export const providerTasks = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('provider_queue')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('claimed_at', 'bigint')
      .addColumn('claimed_by', 'text')
      .addColumn('asked_at', 'bigint')
      .execute()
    await db.schema.createIndex('provider_queue_due').on('provider_queue').column('due_at').execute()
    await db.schema
      .createTable('provider_task')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('detail', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text')
      .execute()
    await db.schema
      .createIndex('provider_task_once')
      .on('provider_task')
      .columns(['order_id', 'kind', 'subject'])
      .unique()
      .execute()
    await db.schema.createIndex('payment_attempt_by_reference').on('payment_attempt').column('reference').execute()
  },
}
