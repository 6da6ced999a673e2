import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { nameAside, syncFolder } from './file-aside.ts'

/** The name of a salvage file. It lies in the database's folder. */
const SALVAGE = /^rankstead-salvage-[\w-]+\.db$/

/** How many pages are copied between two turns of the event loop. */
const PAGES = 500

/** Tables with temporary rows. A missing row is no loss. */
const FLEETING = ['process', 'save_probe', 'unlisted_proxy', 'attempt_limit', 'session', 'verification']

/**
 * Copies a removed or replaced database, which `opened` still reads, into a file in the same folder. Returns the path of
 * that file. Throws if it can't be written.
 */
export async function writeSalvageFile(opened: DatabaseSync, database: string): Promise<string> {
  const folder = dirname(database)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `rankstead-salvage-${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}.db`)
  const aside = await nameAside(path)
  try {
    await backup(opened, aside, { rate: PAGES })
    const copy = new DatabaseSync(aside)
    // The copy inherits WAL mode. Without it, the copy is a single file.
    copy.exec('pragma journal_mode = delete')
    copy.close()
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
  await syncFolder(folder)
  return path
}

/** Returns the paths of all salvage files in the database's folder, newest first. */
export function findSalvageFiles(database: string): string[] {
  const folder = dirname(database)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => SALVAGE.test(name))
  return names
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name))
}

/** Returns what to do with a salvaged database, as a sentence. */
export function salvageInstructions(salvage: string, database: string): string {
  return `${salvage} holds everything that the site had saved: to go on with it, stop the site and rename it to ${basename(database)}.`
}

/** Returns a sentence for each salvage file: the rows that the database lacks, or that the file can be deleted. */
export function describeSalvageFiles(database: string): string[] {
  return findSalvageFiles(database).map((salvage) => {
    const missing = missingRows(database, salvage)
    if (missing.length === 0) return `Everything in ${salvage} is in the database: you can delete that file.`
    return `The database lacks ${missing.join(', ')}. ${salvageInstructions(salvage, database)}`
  })
}

/** Returns how many rows of each table the database lacks, such as `12 rows of orders`. */
function missingRows(database: string, salvage: string): string[] {
  const opened = new DatabaseSync(database, { readOnly: true, timeout: 5_000 })
  try {
    opened.prepare('attach database ? as salvage').run(salvage)
    const names = (schema: string) =>
      opened
        .prepare(`select name from ${schema}.sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
        .all()
        .map(({ name }) => String(name))
    const kept = names('main')
    return names('salvage')
      .filter((name) => !FLEETING.includes(name))
      .flatMap((name) => {
        const count = Number(opened.prepare(missingIn(opened, name, kept.includes(name))).get()?.count)
        return count > 0 ? [`${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'} of ${name}`] : []
      })
  } finally {
    opened.close()
  }
}

function missingIn(opened: DatabaseSync, table: string, isKept: boolean): string {
  const all = `select count(*) as count from salvage."${table}" as held`
  if (!isKept) return all
  const keys = opened.prepare(`select name from pragma_table_info(?, 'salvage') where pk > 0`).all(table)
  const columns = keys.length > 0 ? keys.map(({ name }) => String(name)) : ['rowid']
  const same = columns.map((name) => `kept."${name}" = held."${name}"`).join(' and ')
  return `${all} where not exists (select 1 from main."${table}" as kept where ${same})`
}
