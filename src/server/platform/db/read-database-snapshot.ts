import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import { explainOpenError } from './explain-open-error.ts'
import {
  assertFileIsSiteDatabase,
  assertSiteDataNotLost,
  type DatabaseAndMarkerPaths,
  getDatabaseAndMarkerPaths,
} from './site-marker.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import type { DatabaseReader } from './tables.ts'

export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'>

/** A database at one point in time. */
export type DatabaseSnapshot = { type: 'sqlite' | 'postgres'; db: DatabaseReader }

/**
 * Reads a database at one point in time, beside running processes, without blocking them (SQLite, "WAL"; PostgreSQL,
 * "Repeatable Read"). Large integers are bigints. Times and booleans have SQLite's form. Changes nothing. Throws if there
 * is no database of ours.
 */
export async function withDatabaseSnapshot<T>(
  location: DatabaseLocation,
  work: (snapshot: DatabaseSnapshot) => Promise<T>,
): Promise<T> {
  try {
    if (!location.databaseUrl) return await withSqliteDatabaseSnapshot(getDatabaseAndMarkerPaths(location.dataDir), work)
    // Loads the driver only when needed.
    const { runOneOffPostgresTransaction } = await import('./run-one-off-postgres-transaction.ts')
    return await runOneOffPostgresTransaction(location.databaseUrl, true, (db) => work({ type: 'postgres', db }))
  } catch (error) {
    throw explainOpenError(error, location)
  }
}

export async function withSqliteDatabaseSnapshot<T>(
  files: DatabaseAndMarkerPaths,
  work: (snapshot: DatabaseSnapshot) => Promise<T>,
): Promise<T> {
  assertSiteDataNotLost(files)
  const opened = openExistingFile(files.database)
  try {
    assertFileIsSiteDatabase(opened, files)
    opened.exec('pragma query_only = on')
    const db: DatabaseReader = new Kysely({ dialect: createSqliteDialect(opened) })
    // Kysely's own transaction would take the write lock.
    await sql`begin`.execute(db)
    try {
      return await work({ type: 'sqlite', db })
    } finally {
      await sql`rollback`.execute(db)
    }
  } finally {
    opened.close()
  }
}

/** Opens a file that exists. SQLite would create a missing one. */
function openExistingFile(database: string): DatabaseSync {
  if (!existsSync(database)) throw new Error(`There is no site in ${dirname(database)}. Set DATA_DIR to the folder of a site.`)
  return new DatabaseSync(database, { timeout: OPEN_TIMEOUT, readBigInts: true })
}

/** How long another process may lock the file while it starts or stops, in ms. */
const OPEN_TIMEOUT = 5_000

/** Returns SQLite's findings about its file. Empty for PostgreSQL, whose server checks its own files. */
export async function findIntegrityFaults({ type, db }: DatabaseSnapshot): Promise<string[]> {
  if (type === 'postgres') return []
  const { rows: faults } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const { rows: orphanedRows } = await sql<{ table: string }>`select distinct "table" from pragma_foreign_key_check`.execute(db)
  return [
    ...faults.map(({ integrity_check }) => integrity_check).filter((message) => message !== 'ok'),
    ...orphanedRows.map(({ table }) => `rows of ${table} refer to missing rows`),
  ]
}
