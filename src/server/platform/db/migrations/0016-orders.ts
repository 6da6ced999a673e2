import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Orders, and what is counted of them. Each order has two numbers without a gap, one among all and one among those of
 * its customer: a page of a list is a range of numbers, however many orders there are. The row of `order_books` is
 * what every write to these tables takes first, so that they take turns.
 */
export function orders(type: Database['type']) {
  // Beginnings of words are found by their signs' order, which PostgreSQL's own languages do not keep.
  const plain = type === 'postgres' ? sql`text collate "C"` : sql`text`
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('orders')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('number', 'bigint', (column) => column.notNull().unique())
        .addColumn('customer_email', 'text', (column) => column.notNull())
        .addColumn('customer_number', 'bigint', (column) => column.notNull())
        .addColumn('customer_name', 'text', (column) => column.notNull())
        .addColumn('customer_address', 'text', (column) => column.notNull())
        .addColumn('customer_country', 'text', (column) => column.notNull())
        .addColumn('package_id', 'text', (column) => column.notNull())
        .addColumn('package_name', 'text', (column) => column.notNull())
        .addColumn('package_price', 'text', (column) => column.notNull())
        .addColumn('package_points', 'text', (column) => column.notNull())
        .addColumn('price_cents', 'bigint', (column) => column.notNull())
        .addColumn('payment_status', 'text', (column) => column.notNull())
        .addColumn('order_status', 'text', (column) => column.notNull())
        .addColumn('under_review', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('returned_cents', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('month', 'text', (column) => column.notNull())
        .addColumn('placed_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('orders_of_customer')
        .on('orders')
        .columns(['customer_email', 'customer_number'])
        .unique()
        .execute()
      await db.schema
        .createIndex('orders_of_customer_by_status')
        .on('orders')
        .columns(['customer_email', 'order_status', 'number'])
        .execute()
      await db.schema.createIndex('orders_by_payment').on('orders').columns(['payment_status', 'number']).execute()
      await db.schema.createIndex('orders_by_status').on('orders').columns(['order_status', 'number']).execute()
      await db.schema.createIndex('orders_of_package').on('orders').columns(['package_name', 'number']).execute()

      await db.schema
        .createTable('order_books')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('last_number', 'bigint', (column) => column.notNull())
        .addColumn('last_month', 'text', (column) => column.notNull())
        .execute()
      await sql`insert into order_books (id, last_number, last_month) values (1, 1000, '')`.execute(db)
      await db.schema
        .createTable('order_customer')
        .addColumn('email', plain, (column) => column.primaryKey())
        .addColumn('name', plain, (column) => column.notNull())
        .addColumn('orders', 'bigint', (column) => column.notNull())
        .addColumn('to_pay', 'bigint', (column) => column.notNull())
        .addColumn('paid', 'bigint', (column) => column.notNull())
        .addColumn('paid_cents', 'bigint', (column) => column.notNull())
        .addColumn('delivered', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('order_customer_by_name').on('order_customer').column('name').execute()
      await db.schema
        .createTable('order_month')
        .addColumn('month', 'text', (column) => column.primaryKey())
        .addColumn('first_number', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('order_tally')
        .addColumn('month', 'text', (column) => column.notNull())
        .addColumn('package_name', 'text', (column) => column.notNull())
        .addColumn('payment_status', 'text', (column) => column.notNull())
        .addColumn('order_status', 'text', (column) => column.notNull())
        .addColumn('count', 'bigint', (column) => column.notNull())
        .addColumn('cents', 'bigint', (column) => column.notNull())
        .addColumn('returned_cents', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('order_tally_key', ['month', 'package_name', 'payment_status', 'order_status'])
        .execute()
      await db.schema
        .createTable('order_event')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('order_events_of').on('order_event').columns(['order_id', 'at']).execute()
    },
  }
}
