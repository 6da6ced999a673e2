import type { Config } from '../../config/config.ts'
import type { BeforeMigration, Database } from './database.ts'
import { explainOpenError } from './explain-open-error.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'
import { openSqlite } from './sqlite.ts'

export type { Database } from './database.ts'

/**
 * Opens the configured database and migrates it. Throws one sentence that says what to do if that fails.
 * `beforeMigration` runs before the first step of a migration.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  beforeMigration?: BeforeMigration,
): Promise<Database> {
  try {
    // Both databases need the folder: emails without a mail server go there too.
    prepareDataFolder(config.dataDir)
    return await prepareOrClose(await openUnmigratedDatabase(config), beforeMigration)
  } catch (error) {
    throw explainOpenError(error, config)
  }
}

/** Opens the configured database without checking its schema or folder. */
export async function openUnmigratedDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  // Loads the driver only when needed: most sites use SQLite.
  return databaseUrl ? (await import('./postgres.ts')).openPostgres(databaseUrl) : openSqlite(dataDir)
}

async function prepareOrClose(database: Database, beforeMigration: BeforeMigration | undefined): Promise<Database> {
  try {
    await database.prepare(beforeMigration)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
