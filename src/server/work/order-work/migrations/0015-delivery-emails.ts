import type { Migration } from '#platform/db/migration.ts'

/** Stores which email names a delivery, so that a later delivery joins it while it waits. */
export const deliveryEmailsMigration: Migration = {
  name: '0015-delivery-emails',
  sql: 'alter table deliverable add column delivery_email text;',
}
