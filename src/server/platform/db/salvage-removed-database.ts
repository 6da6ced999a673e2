import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { flushFolderToDisk, prepareUnfinishedFilePath } from './unfinished-files.ts'

/** The name of a salvage file. It lies in the database's folder. */
const SALVAGE_FILE = /^rankstead-salvage-[\w-]+\.db$/

/** How many pages are copied between two turns of the event loop. */
const PAGES_PER_STEP = 500

/** Tables with temporary rows. A missing row is no loss. */
const TEMPORARY_TABLES = ['process', 'save_probe', 'unlisted_proxy', 'attempt_counter', 'session', 'verification']

/**
 * Copies a removed or replaced database, which `opened` still reads, into a file in the same folder. Returns the path of
 * that file. Throws if it can't be written.
 */
export async function copyDatabaseToSalvageFile(opened: DatabaseSync, database: string): Promise<string> {
  const folder = dirname(database)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `rankstead-salvage-${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}.db`)
  const temporaryPath = await prepareUnfinishedFilePath(path)
  try {
    await backup(opened, temporaryPath, { rate: PAGES_PER_STEP })
    const copy = new DatabaseSync(temporaryPath)
    // The copy inherits WAL mode. Without it, the copy is a single file.
    copy.exec('pragma journal_mode = delete')
    copy.close()
    renameSync(temporaryPath, path)
  } catch (error) {
    rmSync(temporaryPath, { force: true })
    throw error
  }
  await flushFolderToDisk(folder)
  return path
}

export function listSalvagedDatabases(database: string): string[] {
  const folder = dirname(database)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => SALVAGE_FILE.test(name))
  return names
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name))
}

/** Returns what to do with a salvaged database, as a sentence. */
export function explainSalvagedDatabaseUse(salvage: string, database: string): string {
  return `${salvage} holds everything that the site saved. To continue with it, stop the site and rename it to ${basename(database)}.`
}

/** Returns a sentence for each salvage file: the rows that the database lacks, or that the file can be deleted. */
export function describeSalvageFiles(database: string): string[] {
  return listSalvagedDatabases(database).map((salvage) => {
    const missing = listMissingRows(database, salvage)
    if (missing.length === 0) return `Everything in ${salvage} is in the database: you can delete that file.`
    return `The database lacks ${missing.join(', ')}. ${explainSalvagedDatabaseUse(salvage, database)}`
  })
}

/** Returns how many rows of each table the database lacks, such as `12 rows of orders`. */
function listMissingRows(database: string, salvage: string): string[] {
  const opened = new DatabaseSync(database, { readOnly: true, timeout: 5_000 })
  try {
    opened.prepare('attach database ? as salvage').run(salvage)
    const names = (schema: string) =>
      opened
        .prepare(`select name from ${schema}.sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
        .all()
        .map(({ name }) => String(name))
    const mainTables = names('main')
    return names('salvage')
      .filter((name) => !TEMPORARY_TABLES.includes(name))
      .flatMap((name) => {
        const count = Number(opened.prepare(buildMissingRowsQuery(opened, name, mainTables.includes(name))).get()?.count)
        return count > 0 ? [`${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'} of ${name}`] : []
      })
  } finally {
    opened.close()
  }
}

function buildMissingRowsQuery(opened: DatabaseSync, table: string, isInMain: boolean): string {
  const countQuery = `select count(*) as count from salvage."${table}" as salvaged`
  if (!isInMain) return countQuery
  const keys = opened.prepare(`select name from pragma_table_info(?, 'salvage') where pk > 0`).all(table)
  const columns = keys.length > 0 ? keys.map(({ name }) => String(name)) : ['rowid']
  const same = columns.map((name) => `live."${name}" = salvaged."${name}"`).join(' and ')
  return `${countQuery} where not exists (select 1 from main."${table}" as live where ${same})`
}
