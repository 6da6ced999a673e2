import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { movedError } from './database-errors.ts'

/** How often the files are looked at while nothing is written, in ms. */
const LOOK_EVERY = 1_000

const MARKER_TEXT = 'A Rankstead site keeps its data in this folder. This file lets it notice when the data is missing.\n'

/** The files of one site: the database, and beside it a mark that there is a site. */
export type SiteFiles = { database: string; marker: string }

export const DATABASE_FILE = 'rankstead.db'

export function siteFilesIn(dataDir: string): SiteFiles {
  return { database: join(dataDir, DATABASE_FILE), marker: join(dataDir, 'rankstead.site') }
}

/** Refuses to begin a new site over one whose data is missing: the owner would find an empty site and no sign of the old one. */
export function refuseMissingData({ database, marker }: SiteFiles): void {
  const size = statSync(database, { throwIfNoEntry: false })?.size ?? 0
  if (size > 0) return
  const isLeftOver = (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  if (existsSync(marker) || isLeftOver) throw new Error(lost(database, 'is missing or empty'))
}

/** Refuses a file that is another program's, or holds nothing of a site that was here. Throws SQLite's error for what is no database. */
export function refuseForeignData(opened: DatabaseSync, { database, marker }: SiteFiles): void {
  const tables = opened.prepare("select name from sqlite_schema where type = 'table'").all()
  const names = tables.map(({ name }) => String(name)).filter((name) => !/^(sqlite|kysely)_/.test(name))
  if (names.includes('content_record')) return
  if (existsSync(marker)) throw new Error(lost(database, 'holds nothing of it'))
  // Without any table it is a first start that was interrupted.
  if (names.length > 0) {
    throw new Error(`${database} holds another program's data. Set DATA_DIR to a folder of the site's own.`)
  }
}

/** Leaves the mark, once there is something that could go missing. */
export function markSite({ marker }: SiteFiles): void {
  if (!existsSync(marker)) writeFileSync(marker, MARKER_TEXT, { mode: 0o600 })
}

/**
 * Notices that the database is no longer where it was opened: whatever is written to removed files is lost with the
 * process. `check` costs microseconds and throws; `stop` ends the look that is taken now and then.
 */
export function watchFiles({ database }: SiteFiles): { check: () => void; isMoved: () => boolean; stop: () => void } {
  const files = ['', '-wal', '-shm'].map((ending) => ({ path: database + ending, inode: inodeOf(database + ending) }))
  let isMoved = false
  function look(): boolean {
    if (isMoved || files.every(({ path, inode }) => inodeOf(path) === inode)) return isMoved
    isMoved = true
    process.stderr.write(
      `Rankstead saves nothing any more: the files of its database were removed or replaced while it was running ` +
        `(${database}). Stop it, put the files back from a copy, and start it again.\n`,
    )
    return true
  }
  const timer = setInterval(look, LOOK_EVERY).unref()
  return {
    check: () => {
      if (look()) throw movedError(database)
    },
    isMoved: look,
    stop: () => clearInterval(timer),
  }
}

function inodeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino
  } catch {
    // The folder itself is gone, or closed to us.
    return undefined
  }
}

function lost(database: string, what: string): string {
  return `There was a site here, but ${database} ${what}. Put it back from a copy, or empty the folder (DATA_DIR) to begin anew.`
}
