import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * What was asked for, what was told, and what follows from it. Notices are kept as they came and facts are only ever
 * added; how an order stands is worked out from them.
 */
export function payments(type: Database['type']) {
  const bytes = type === 'postgres' ? sql`bytea` : sql`blob`
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('payment_attempt')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
        .addColumn('gateway', 'text', (column) => column.notNull())
        .addColumn('cents', 'bigint', (column) => column.notNull())
        .addColumn('currency', 'text', (column) => column.notNull())
        .addColumn('payee', 'text', (column) => column.notNull())
        .addColumn('live', 'integer', (column) => column.notNull())
        .addColumn('reference', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('payment_attempts_of').on('payment_attempt').column('order_id').execute()

      await db.schema
        .createTable('payment_notice')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('gateway', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('bytes', bytes, (column) => column.notNull())
        .addColumn('headers', 'text', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .addColumn('copies', 'integer', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('order_id', 'text')
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('claimed_at', 'bigint')
        .execute()
      await db.schema.createIndex('payment_notice_once').on('payment_notice').columns(['gateway', 'key']).unique().execute()
      await db.schema.createIndex('payment_notice_due').on('payment_notice').columns(['state', 'due_at']).execute()
      await db.schema.createIndex('payment_notices_of').on('payment_notice').columns(['order_id', 'received_at']).execute()

      await db.schema
        .createTable('payment_fact')
        .addColumn('gateway', 'text', (column) => column.notNull())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('parent_transaction_id', 'text')
        .addColumn('attempt_id', 'text')
        .addColumn('order_id', 'text')
        .addColumn('notice_id', 'text')
        .addColumn('cents', 'bigint', (column) => column.notNull())
        .addColumn('currency', 'text', (column) => column.notNull())
        .addColumn('payees', 'text', (column) => column.notNull())
        .addColumn('live', 'integer', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('recorded_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('payment_fact_once', ['gateway', 'transaction_id', 'kind'])
        .execute()
      await db.schema.createIndex('payment_facts_of').on('payment_fact').column('order_id').execute()
      await db.schema
        .createIndex('payment_facts_by_parent')
        .on('payment_fact')
        .columns(['gateway', 'parent_transaction_id'])
        .execute()

      await db.schema
        .createTable('order_intent')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('order_intents_of').on('order_intent').columns(['order_id', 'at']).execute()

      await db.schema
        .createTable('payment_flag')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('order_id', 'text')
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('raised_at', 'bigint', (column) => column.notNull())
        .addColumn('closed_at', 'bigint')
        .addColumn('closed_by', 'text')
        .addColumn('action', 'text')
        .addColumn('note', 'text')
        .execute()
      await db.schema.createIndex('payment_flag_open').on('payment_flag').columns(['closed_at', 'raised_at']).execute()
      await db.schema.createIndex('payment_flags_of').on('payment_flag').column('order_id').execute()
      await db.schema.createIndex('payment_flag_once').on('payment_flag').columns(['kind', 'subject']).unique().execute()
    },
  }
}
