import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Adds what accounting needs: the PDFs of invoices, credit notes, where their numbers begin, refunds that an admin asked
 * for, and the provider's fee.
 */
export function accounting(type: Database['type']) {
  const bytes = type === 'postgres' ? sql`bytea` : sql`blob`
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('invoice').addColumn('pdf', bytes).execute()
      await db.schema.alterTable('payment_fact').addColumn('fee_cents', 'bigint').execute()
      await db.schema.createIndex('payment_fact_by_time').on('payment_fact').columns(['at', 'transaction_id', 'kind']).execute()

      await db.schema
        .alterTable('invoice_books')
        .addColumn('first_number', 'bigint', (column) => column.notNull().defaultTo(1001))
        .execute()
      // A series that has begun goes on.
      await sql`update invoice_books set first_number = last_number + 1 where last_number > 0 or id = 2`.execute(db)
      // The last numbers of credit notes, and of those for test money.
      await sql`insert into invoice_books (id, last_number, first_number) values (3, 0, 1)`.execute(db)
      await sql`insert into invoice_books (id, last_number, first_number) values (4, 0, 1)`.execute(db)

      await db.schema
        .createTable('credit_note')
        .addColumn('number', 'bigint', (column) => column.primaryKey())
        .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
        .addColumn('gateway', 'text', (column) => column.notNull())
        .addColumn('transaction_id', 'text', (column) => column.notNull())
        .addColumn('cents', 'bigint', (column) => column.notNull())
        .addColumn('issued_at', 'bigint', (column) => column.notNull())
        .addColumn('refunded_at', 'bigint', (column) => column.notNull())
        .addColumn('printed', 'text', (column) => column.notNull())
        .addColumn('pdf', bytes)
        .execute()
      await db.schema
        .createIndex('credit_note_of_refund')
        .on('credit_note')
        .columns(['gateway', 'transaction_id'])
        .unique()
        .execute()
      await db.schema.createIndex('credit_notes_of_order').on('credit_note').columns(['order_id', 'number']).execute()

      await db.schema
        .createTable('refund_request')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
        .addColumn('gateway', 'text', (column) => column.notNull())
        .addColumn('payment_transaction_id', 'text', (column) => column.notNull())
        .addColumn('cents', 'bigint', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('refusal', 'text')
        .addColumn('refund_transaction_id', 'text')
        .execute()
      await db.schema.createIndex('refund_requests_of_order').on('refund_request').columns(['order_id', 'at']).execute()
    },
  }
}
