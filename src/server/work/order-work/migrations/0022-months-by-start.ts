import type { Migration } from '#platform/db/migration.ts'

/** Finds the months that end soon by their start. */
export const monthsByStartMigration: Migration = {
  name: '0022-months-by-start',
  sql: 'create index order_work_by_start on order_work (starts_on, order_id) where starts_on is not null;',
}
