import type { Config } from '../config.ts'
import { prepareDataFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

export type { ContentVersion, Database } from './database.ts'

/** Opens the configured database with its schema up to date. */
export async function openDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  // For either database: mail without a mail server lies there too.
  prepareDataFolder(dataDir)
  // The driver is loaded where it is used: most sites live in the embedded database.
  const database = databaseUrl ? (await import('./postgres.ts')).openPostgres(databaseUrl) : openSqlite(dataDir)
  try {
    await migrate(database)
    await database.contentVersion.start?.()
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}
