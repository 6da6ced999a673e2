import { closeSync, constants, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { explainSalvagedDatabaseUse, listSalvagedDatabases } from './salvage-removed-database.ts'

const MARKER_TEXT = 'A Rankstead site keeps its data in this folder. This file lets it notice when the data is missing.\n'

/** The files of one site: the database, and a marker that shows that a site exists. */
export type DatabaseAndMarkerPaths = { database: string; marker: string }

export const DATABASE_FILE_NAME = 'rankstead.db'

export function getDatabaseAndMarkerPaths(dataDir: string): DatabaseAndMarkerPaths {
  return { database: join(dataDir, DATABASE_FILE_NAME), marker: join(dataDir, 'rankstead.site') }
}

/** Throws if an existing site's data is missing. Otherwise the owner would find an empty site. */
export function assertSiteDataNotLost({ database, marker }: DatabaseAndMarkerPaths): void {
  const size = statSync(database, { throwIfNoEntry: false })?.size ?? 0
  if (size > 0) return
  const isLeftOver = (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  const [salvage] = listSalvagedDatabases(database)
  if (salvage)
    throw new Error(`${buildDataLostMessage(database, 'is missing or empty')} ${explainSalvagedDatabaseUse(salvage, database)}`)
  if (existsSync(marker) || isLeftOver) throw new Error(buildDataLostMessage(database, 'is missing or empty'))
}

/** Throws if the file belongs to another program or lost the site's data. Throws SQLite's error for a damaged file. */
export function assertFileIsSiteDatabase(opened: DatabaseSync, { database, marker }: DatabaseAndMarkerPaths): void {
  const tables = opened.prepare("select name from sqlite_schema where type = 'table'").all()
  const names = tables.map(({ name }) => String(name)).filter((name) => !/^(sqlite|kysely)_/.test(name))
  if (names.includes('content_version')) return
  if (existsSync(marker)) throw new Error(buildDataLostMessage(database, 'holds none of its data'))
  // A file without tables is an interrupted first start.
  if (names.length > 0) {
    throw new Error(`${database} holds another program's data. Set DATA_DIR to a separate folder.`)
  }
}

/** The number of the last save, and its time in epoch ms. */
export type LastDatabaseSave = { sequence: number; at: number }

/** Writes the marker file of a site. It holds the last save, which the next start compares with the database. */
export function writeSiteMarkerFile({ marker }: DatabaseAndMarkerPaths, lastSave?: LastDatabaseSave): void {
  writeFileSync(marker, buildMarkerText(lastSave), { mode: 0o600 })
}

/**
 * Writes a later save over the last one. The file is never empty meanwhile, and needs no new space on a full disk. Ignores
 * errors: the save itself is stored, and the next one tries again.
 */
export function noteSaveInMarkerFile({ marker }: DatabaseAndMarkerPaths, lastSave: LastDatabaseSave): void {
  try {
    const file = openSync(marker, constants.O_WRONLY | constants.O_CREAT, 0o600)
    try {
      writeSync(file, buildMarkerText(lastSave))
    } finally {
      closeSync(file)
    }
  } catch {}
}

function buildMarkerText(lastSave: LastDatabaseSave | undefined): string {
  return MARKER_TEXT + (lastSave ? `Last save: ${lastSave.sequence} at ${new Date(lastSave.at).toISOString()}\n` : '')
}

/** Returns the last save in the marker file. Undefined if the file names none. */
export function readLastDatabaseSave({ marker }: DatabaseAndMarkerPaths): LastDatabaseSave | undefined {
  if (!existsSync(marker)) return undefined
  const [, sequence, at] = /^Last save: (\d+) at (\S+)$/m.exec(readFileSync(marker, 'utf8')) ?? []
  return sequence && at ? { sequence: Number(sequence), at: Date.parse(at) } : undefined
}

function buildDataLostMessage(database: string, what: string): string {
  return `There was a site here, but ${database} ${what}. Restore it from a copy, or empty the folder (DATA_DIR) to start a new site.`
}
