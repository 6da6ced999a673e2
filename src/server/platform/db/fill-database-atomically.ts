import { chmodSync, existsSync, linkSync, rmSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Tx } from './database-writer.ts'
import { explainOpenError } from './explain-open-error.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'
import { type DatabaseLocation, type DatabaseSnapshot, withSqliteDatabaseSnapshot } from './read-database-snapshot.ts'
import { getDatabaseAndMarkerPaths, writeSiteMarkerFile } from './site-marker.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import type { DatabaseTables } from './tables.ts'
import { flushFolderToDisk, prepareUnfinishedFilePath } from './unfinished-files.ts'

/** The steps that fill an empty database, in order. If one throws, the database stays empty. */
export type DatabaseFillSteps = {
  /** Creates the tables and their rows. Foreign keys aren't checked meanwhile. */
  fill: (tx: Tx, type: DatabaseSnapshot['type']) => Promise<void>
  check: (snapshot: DatabaseSnapshot) => Promise<void>
  /** Runs last, with the database's usual settings. */
  finish: (tx: Tx, type: DatabaseSnapshot['type']) => Promise<void>
}

/** Fills an empty database completely or not, even if the process is killed. Throws if the database isn't empty. */
export async function fillEmptyDatabase(location: DatabaseLocation, fillSteps: DatabaseFillSteps): Promise<void> {
  try {
    prepareDataFolder(location.dataDir)
    await (location.databaseUrl ? fillPostgres(location.databaseUrl, fillSteps) : fillSqliteFile(location.dataDir, fillSteps))
  } catch (error) {
    throw explainOpenError(error, location)
  }
}

/** Throws if the database holds data. Changes nothing. */
export async function assertDatabaseEmpty(location: DatabaseLocation): Promise<void> {
  if (!location.databaseUrl) return assertNoDatabaseFile(getDatabaseAndMarkerPaths(location.dataDir).database)
  try {
    await runOnPostgres(location.databaseUrl, assertNoTables)
  } catch (error) {
    throw explainOpenError(error, location)
  }
}

async function fillSqliteFile(dataDir: string, { fill, check, finish }: DatabaseFillSteps): Promise<void> {
  const { database, marker } = getDatabaseAndMarkerPaths(dataDir)
  assertNoDatabaseFile(database)
  const temporaryPath = await prepareUnfinishedFilePath(database)
  try {
    await runInSqliteFile(temporaryPath, { enableForeignKeyConstraints: false }, fill)
    await withSqliteDatabaseSnapshot({ database: temporaryPath, marker }, check)
    await runInSqliteFile(temporaryPath, {}, finish)
    await syncFile(temporaryPath)
    chmodSync(temporaryPath, 0o600)
    // An empty file holds no site. A link, unlike a rename, never replaces a file that appeared meanwhile.
    if (existsSync(database) && statSync(database).size === 0) rmSync(database)
    linkSync(temporaryPath, database)
  } finally {
    await rm(temporaryPath, { force: true })
  }
  writeSiteMarkerFile({ database, marker })
  await flushFolderToDisk(dirname(database))
}

/** Writes an unfinished file that no other process uses. It only needs to reach the disk when it is complete. */
async function runInSqliteFile(
  path: string,
  options: { enableForeignKeyConstraints?: boolean },
  work: (tx: Tx, type: DatabaseSnapshot['type']) => Promise<void>,
): Promise<void> {
  const opened = new DatabaseSync(path, options)
  try {
    opened.exec('pragma journal_mode = memory; pragma synchronous = off; pragma temp_store = memory')
    const db = new Kysely<DatabaseTables>({ dialect: createSqliteDialect(opened) })
    await db.transaction().execute((tx) => work(tx, 'sqlite'))
  } finally {
    opened.close()
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function assertNoDatabaseFile(database: string): void {
  const sizes = [database, `${database}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  if (sizes.every((size) => size === 0)) return
  throw new Error(
    `${dirname(database)} already holds a site. Nothing was changed. Set DATA_DIR to an empty folder, or first move all files that begin with rankstead.db.`,
  )
}

async function fillPostgres(url: string, { fill, check, finish }: DatabaseFillSteps): Promise<void> {
  await runOnPostgres(url, async (tx) => {
    await assertNoTables(tx)
    await fill(tx, 'postgres')
    await check({ type: 'postgres', db: tx })
    await finish(tx, 'postgres')
  })
}

async function runOnPostgres(url: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  const { runOneOffPostgresTransaction } = await import('./run-one-off-postgres-transaction.ts')
  await runOneOffPostgresTransaction(url, false, work)
}

async function assertNoTables(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`.execute(tx)
  if (rows.length === 0) return
  throw new Error(
    `The database of DATABASE_URL already holds tables (${rows[0]?.name}). Nothing was changed. Choose an empty database.`,
  )
}
