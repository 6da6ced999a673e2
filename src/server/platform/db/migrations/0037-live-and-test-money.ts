import { type Kysely, sql } from 'kysely'

/**
 * Keeps live money and test money (sandbox, rehearsal) apart: on each order, in the order counters, in each customer's
 * counters and in the invoice numbers (docs/decisions/0083). `order_counter` replaces `order_tally`, whose key has no place
 * for the difference.
 */
export const liveAndTestMoney = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('orders')
      .addColumn('is_test', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('orders')
      .addColumn('received_cents', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    for (const column of ['test_paid', 'test_paid_cents']) {
      await db.schema
        .alterTable('order_customer')
        .addColumn(column, 'bigint', (added) => added.notNull().defaultTo(0))
        .execute()
    }
    // What arrived as asked for: live money if any arrived, otherwise test money.
    const arrived = (live: 0 | 1) => sql`
      (select coalesce(sum(f.cents), 0) from payment_fact f join payment_attempt a on a.id = f.attempt_id
        where f.order_id = orders.id and a.order_id = orders.id and f.kind = 'settled' and f.live = ${sql.lit(live)} and a.live = f.live
          and f.cents = a.cents and f.currency = a.currency and lower(f.payees) like '%"' || lower(a.payee) || '"%')`
    await sql`update orders set is_test = case when ${arrived(1)} = 0 and ${arrived(0)} > 0 then 1 else 0 end`.execute(db)
    await sql`update orders set received_cents = case when is_test = 1 then ${arrived(0)} else ${arrived(1)} end`.execute(db)

    await db.schema
      .createTable('order_counter')
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('package_name', 'text', (column) => column.notNull())
      .addColumn('payment_status', 'text', (column) => column.notNull())
      .addColumn('order_status', 'text', (column) => column.notNull())
      .addColumn('is_test', 'integer', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('cents', 'bigint', (column) => column.notNull())
      .addColumn('received_cents', 'bigint', (column) => column.notNull())
      .addColumn('refunded_cents', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('order_counter_key', ['month', 'package_name', 'payment_status', 'order_status', 'is_test'])
      .execute()
    await sql`
      insert into order_counter
        (month, package_name, payment_status, order_status, is_test, count, cents, received_cents, refunded_cents)
      select month, package_name, payment_status, order_status, is_test, count(*), sum(price_cents), sum(received_cents),
        sum(returned_cents) from orders group by 1, 2, 3, 4, 5`.execute(db)
    const tested = (sum: string) => sql`
      (select coalesce(sum(${sql.raw(sum)}), 0) from orders o
        where o.customer_email = order_customer.email and o.payment_status = 'Paid' and o.is_test = 1)`
    await sql`update order_customer set test_paid = ${tested('1')}`.execute(db)
    await sql`update order_customer set test_paid_cents = ${tested('o.price_cents')}`.execute(db)

    // Test invoices have a row of their own for their last number, so that the live numbers have no gap.
    await sql`insert into invoice_books (id, last_number) values (2, 0)`.execute(db)
  },
}
