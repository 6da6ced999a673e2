import type { Migration } from '#platform/db/migration.ts'

/** Stores which version of the program applied a migration. An older version names it when it refuses the database. */
export const writingVersionMigration: Migration = {
  name: '0008-writing-version',
  sql: 'alter table migration add column version text;',
}
