import type { BeforeMigration } from '#platform/db/database.ts'
import { type Database, type DatabaseLocation, openDatabase as openAndMigrate } from '#platform/db/open-database.ts'
import { databaseSchema } from './migrations.ts'

export type { Database } from '#platform/db/open-database.ts'

/**
 * Opens the configured database and migrates it. Throws one sentence that says what to do if that fails.
 * `beforeMigration` runs before the first step of a migration.
 */
export function openDatabase(config: DatabaseLocation, beforeMigration?: BeforeMigration): Promise<Database> {
  return openAndMigrate(config, databaseSchema, beforeMigration)
}
