import type { Migration } from '#platform/db/migration.ts'

/** Stores who writes to the client by name: a record of the public team section. */
export const orderContactMigration: Migration = {
  name: '0023-order-contact',
  sql: 'alter table order_work add column contact_id text;',
}
