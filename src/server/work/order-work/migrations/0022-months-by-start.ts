import type { Migration } from '#platform/db/migration.ts'

/** Finds the months that end soon by their start. An expression, so that SQLite takes the index for no other query. */
export const monthsByStartMigration: Migration = {
  name: '0022-months-by-start',
  sql: `create index order_work_by_start on order_work (coalesce(starts_on, ''), order_id);`,
}
