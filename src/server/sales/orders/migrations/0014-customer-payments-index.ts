import type { Migration } from '#platform/db/migration.ts'

/** Adds an index that holds what a customer paid and got back, so that the sum reads no orders. */
export const customerPaymentsIndexMigration: Migration = {
  name: '0014-customer-payments-index',
  sql: 'create index orders_by_customer_payments on orders (customer_email, is_test, received_cents, refunded_cents);',
}
