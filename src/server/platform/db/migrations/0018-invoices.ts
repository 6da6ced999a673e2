import { type Kysely, sql } from 'kysely'

/**
 * Invoices as they were issued, and the row that holds the last number: it is allotted in the transaction that issues,
 * so none is left out and none is given twice (docs/decisions/0037).
 */
export const invoices = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('invoice')
      .addColumn('number', 'bigint', (column) => column.primaryKey())
      .addColumn('order_id', 'text', (column) => column.notNull().unique().references('orders.id'))
      .addColumn('issued_at', 'bigint', (column) => column.notNull())
      .addColumn('paid_at', 'bigint', (column) => column.notNull())
      .addColumn('printed', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('invoice_books')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('last_number', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into invoice_books (id, last_number) values (1, 0)`.execute(db)
  },
}
