import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import { explainOpenError } from './explain-open-error.ts'
import { assertDataExists, assertOwnDatabase, getSiteDataFiles, type SiteDataFiles } from './site-data-files.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import type { DatabaseReader } from './tables.ts'

export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'>

/** All of a database as it was at one moment, however long it is looked at. */
export type DatabaseSnapshot = { type: 'sqlite' | 'postgres'; db: DatabaseReader }

/**
 * Looks at a database as it is now, beside whoever writes into it: nobody waits for anybody (SQLite, "WAL"; PostgreSQL,
 * "Repeatable Read"). Integers that fit no number are bigints; times and booleans are what SQLite keeps for them. Changes
 * nothing, the schema neither. Throws a sentence where there is no database of ours.
 */
export async function withDatabaseSnapshot<T>(
  location: DatabaseLocation,
  work: (snapshot: DatabaseSnapshot) => Promise<T>,
): Promise<T> {
  try {
    if (!location.databaseUrl) return await withSqliteSnapshot(getSiteDataFiles(location.dataDir), work)
    // The driver is loaded where it is used.
    const { runInPostgresTransaction: inPostgres } = await import('./postgres-transaction.ts')
    return await inPostgres(location.databaseUrl, true, (db) => work({ type: 'postgres', db }))
  } catch (error) {
    throw explainOpenError(error, location)
  }
}

/** The same of the embedded database in these files. */
export async function withSqliteSnapshot<T>(files: SiteDataFiles, work: (snapshot: DatabaseSnapshot) => Promise<T>): Promise<T> {
  assertDataExists(files)
  const opened = openExistingFile(files.database)
  try {
    assertOwnDatabase(opened, files)
    opened.exec('pragma query_only = on')
    const db: DatabaseReader = new Kysely({ dialect: createSqliteDialect(opened) })
    // Not a transaction of Kysely's, which would take the write lock.
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

/** SQLite would make one where there is none. */
function openExistingFile(database: string): DatabaseSync {
  if (!existsSync(database)) throw new Error(`There is no site in ${dirname(database)}. Name the folder of one as DATA_DIR.`)
  return new DatabaseSync(database, { timeout: OPEN_TIMEOUT, readBigInts: true })
}

/** How long another process may hold the file while it starts or stops, in ms. */
const OPEN_TIMEOUT = 5_000

/** What an embedded database finds wrong in its file; a server looks after its own. */
export async function findIntegrityFaults({ type, db }: DatabaseSnapshot): Promise<string[]> {
  if (type === 'postgres') return []
  const { rows: faults } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const { rows: orphanedRows } = await sql<{ table: string }>`select distinct "table" from pragma_foreign_key_check`.execute(db)
  return [
    ...faults.map(({ integrity_check }) => integrity_check).filter((message) => message !== 'ok'),
    ...orphanedRows.map(({ table }) => `rows of ${table} belong to rows that are not there`),
  ]
}
