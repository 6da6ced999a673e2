import type { Config } from '../../config/config.ts'
import type { BeforeMigration, Database, UnmigratedDatabase } from './database.ts'
import { explainOpenError } from './explain-open-error.ts'
import type { DatabaseSchema } from './migration.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'
import { openSqlite } from './sqlite.ts'

export type { Database } from './database.ts'

export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Opens and migrates a database, as `openDatabase` of src/server/migrations does with this program's migrations. */
export async function openDatabase(
  config: DatabaseLocation,
  schema: DatabaseSchema,
  beforeMigration: BeforeMigration | undefined,
): Promise<Database> {
  try {
    // Both databases need the folder: emails without a mail server go there too.
    prepareDataFolder(config.dataDir)
    return await prepareOrClose(await openUnmigratedDatabase(config), schema, beforeMigration)
  } catch (error) {
    throw explainOpenError(error, config)
  }
}

/** Opens the configured database without checking its schema or folder. */
export async function openUnmigratedDatabase({ databaseUrl, dataDir }: DatabaseLocation): Promise<UnmigratedDatabase> {
  // Loads the driver only when needed: most sites use SQLite.
  return databaseUrl ? (await import('./postgres.ts')).openPostgres(databaseUrl) : openSqlite(dataDir)
}

async function prepareOrClose(
  database: UnmigratedDatabase,
  schema: DatabaseSchema,
  before: BeforeMigration | undefined,
): Promise<Database> {
  try {
    await database.prepare(schema, before)
    return { ...database, newestMigration: schema.migrations.at(-1)?.name ?? '' }
  } catch (error) {
    await database.close()
    throw error
  }
}
