import type { Migration } from '#platform/db/migration.ts'

/** Adds an index for the orders of a month, and for where the months begin among the order numbers. */
export const ordersByMonthMigration: Migration = {
  name: '0009-orders-by-month',
  sql: 'create index orders_by_month on orders (month, number);',
}
