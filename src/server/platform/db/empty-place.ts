import { chmodSync, existsSync, linkSync, rmSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { prepareDataFolder } from './data-folder.ts'
import { nameAside, syncFolder } from './file-aside.ts'
import { openingError } from './opening-errors.ts'
import { type Place, type Snapshot, withSqliteSnapshot } from './snapshot.ts'
import { sqliteDialect } from './sqlite-driver.ts'
import { markSite, siteFilesIn } from './sqlite-files.ts'
import type { Tables } from './tables.ts'
import type { Tx } from './write.ts'

/** What is done one after the other; where one throws, the place stays as empty as it was. */
export type Filling = {
  /** Makes the tables and their rows; references are not checked meanwhile. */
  fill: (tx: Tx, type: Snapshot['type']) => Promise<void>
  check: (snapshot: Snapshot) => Promise<void>
  /** Last, with the database's usual settings. */
  finish: (tx: Tx, type: Snapshot['type']) => Promise<void>
}

/** Fills an empty place, all of it or nothing, whenever the process ends. Throws a sentence where it is not empty. */
export async function fillEmptyPlace(place: Place, filling: Filling): Promise<void> {
  try {
    prepareDataFolder(place.dataDir)
    await (place.databaseUrl ? fillPostgres(place.databaseUrl, filling) : fillFile(place.dataDir, filling))
  } catch (error) {
    throw openingError(error, place)
  }
}

/** Throws a sentence where something is there already; looks and changes nothing. */
export async function refuseOccupied(place: Place): Promise<void> {
  if (!place.databaseUrl) return refuseFiles(siteFilesIn(place.dataDir).database)
  try {
    await onPostgres(place.databaseUrl, refuseTables)
  } catch (error) {
    throw openingError(error, place)
  }
}

async function fillFile(dataDir: string, { fill, check, finish }: Filling): Promise<void> {
  const { database, marker } = siteFilesIn(dataDir)
  refuseFiles(database)
  const aside = await nameAside(database)
  try {
    await inFile(aside, { enableForeignKeyConstraints: false }, fill)
    await withSqliteSnapshot({ database: aside, marker }, check)
    await inFile(aside, {}, finish)
    await syncFile(aside)
    chmodSync(aside, 0o600)
    // An empty file is no site; a link, unlike a renaming, takes the place of nothing that came meanwhile.
    if (existsSync(database) && statSync(database).size === 0) rmSync(database)
    linkSync(aside, database)
  } finally {
    await rm(aside, { force: true })
  }
  markSite({ database, marker })
  await syncFolder(dirname(database))
}

/** Nobody else has the file, and it counts only once it is whole: until then nothing has to reach the disk. */
async function inFile(
  path: string,
  options: { enableForeignKeyConstraints?: boolean },
  work: (tx: Tx, type: Snapshot['type']) => Promise<void>,
): Promise<void> {
  const opened = new DatabaseSync(path, options)
  try {
    opened.exec('pragma journal_mode = memory; pragma synchronous = off; pragma temp_store = memory')
    const db = new Kysely<Tables>({ dialect: sqliteDialect(opened) })
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

function refuseFiles(database: string): void {
  const sizes = [database, `${database}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  if (sizes.every((size) => size === 0)) return
  throw new Error(
    `There is a site in ${dirname(database)} already. Nothing was changed: name an empty folder as DATA_DIR, or move rankstead.db and what begins with its name away first.`,
  )
}

async function fillPostgres(url: string, { fill, check, finish }: Filling): Promise<void> {
  await onPostgres(url, async (tx) => {
    await refuseTables(tx)
    await fill(tx, 'postgres')
    await check({ type: 'postgres', db: tx })
    await finish(tx, 'postgres')
  })
}

async function onPostgres(url: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  const { inPostgres } = await import('./postgres-as-sqlite.ts')
  await inPostgres(url, false, work)
}

async function refuseTables(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`.execute(tx)
  if (rows.length === 0) return
  throw new Error(
    `The database of DATABASE_URL holds tables already (${rows[0]?.name}). Nothing was changed: name an empty database.`,
  )
}
