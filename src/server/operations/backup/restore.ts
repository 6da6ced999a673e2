import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tx } from '#platform/db/database-writer.ts'
import { assertDatabaseEmpty, type DatabaseFillSteps, fillEmptyDatabase } from '#platform/db/fill-database-atomically.ts'
import { applyMigrations, describeUnknownDatabaseVersion } from '#platform/db/migrate.ts'
import { type DatabaseLocation, type DatabaseSnapshot, findIntegrityFaults } from '#platform/db/read-database-snapshot.ts'
import { databaseSchema } from '../../migrations/migrations.ts'
import {
  type BackupHeader,
  type BackupSummary,
  type BackupTableChecksum,
  createRowChecksum,
  parseBackupRow,
  type ReportProgress,
  serializeBackupRow,
} from './backup-format.ts'
import { createMailFileRestorer } from './email-file-backup.ts'
import { type BackupPart, readBackupParts } from './read-backup-parts.ts'
import {
  createTablesOfMigrations,
  insertRows,
  listTablesOfMigrations,
  listUnknownMigrations,
  readTableRows,
  type TableNameAndColumns,
  withoutForeignKeys,
} from './store.ts'

const NO_PROGRESS: ReportProgress = () => {}

/**
 * Restores a complete backup into an empty place. Checks the file before it writes, compares every table afterwards, and
 * migrates to this version. If it throws, the place stays unchanged. Throws if the file is invalid or from a newer version,
 * or if the place isn't empty.
 */
export async function restoreBackup(
  path: string,
  location: DatabaseLocation,
  progress: ReportProgress = NO_PROGRESS,
): Promise<BackupSummary> {
  await assertDatabaseEmpty(location)
  const contents = await readContents(path, progress)
  const shapes = await listTablesOfMigrations(contents.header.steps)
  const mail = createMailFileRestorer(location.dataDir)
  try {
    await fillEmptyDatabase(location, createFilling(path, contents, shapes, mail.write, progress))
  } catch (error) {
    await mail.undo()
    throw error
  }
  return contents
}

/**
 * Restores a backup into a temporary folder, with all checks of a restore, and deletes the folder. Throws if the backup is
 * invalid.
 */
export async function verifyBackup(path: string, progress: ReportProgress = NO_PROGRESS): Promise<BackupSummary> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rankstead-verify-'))
  try {
    return await restoreBackup(path, { dataDir, databaseUrl: undefined }, progress)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Reads the whole backup once, which checks it. */
async function readContents(path: string, progress: ReportProgress): Promise<BackupSummary> {
  const contents: Partial<BackupSummary> & { tables: Map<string, BackupTableChecksum> } = { tables: new Map() }
  let [rows, files, table] = [0, 0, '']
  for await (const entry of readBackupParts(path)) {
    if ('header' in entry) contents.header = assertKnownMigrations(entry.header, path)
    else if ('table' in entry) table = entry.table.table
    else if ('sum' in entry) contents.tables.set(table, entry.sum)
    else if ('file' in entry) files += 1
    else rows += entry.rows.length
    progress({ doing: 'reading', rows })
  }
  if (!contents.header) throw new Error(`${path} is not a backup of Rankstead.`)
  return { header: contents.header, tables: contents.tables, rows, files }
}

function assertKnownMigrations(header: BackupHeader, path: string): BackupHeader {
  const unknown = listUnknownMigrations(header.steps)
  if (unknown.length === 0) return header
  throw new Error(`${path} was made by ${describeUnknownDatabaseVersion(unknown)}. Use that version to restore it.`)
}

function createFilling(
  path: string,
  { header, tables }: BackupSummary,
  shapes: readonly TableNameAndColumns[],
  writeFile: ReturnType<typeof createMailFileRestorer>['write'],
  progress: ReportProgress,
): DatabaseFillSteps {
  return {
    async fill(tx, type) {
      await createTablesOfMigrations(tx, type, header.steps, shapes)
      await withoutForeignKeys(tx, type, () => loadEntries(tx, type, shapes, readBackupParts(path), writeFile, progress))
    },
    async check(snapshot) {
      for (const shape of shapes) await compareTable(snapshot, shape, tables.get(shape.table), progress)
      const faults = await findIntegrityFaults(snapshot)
      if (faults.length > 0) throw new Error(`The restored database is damaged (${faults.join('; ')}). Nothing was restored.`)
    },
    finish: (tx, type) => applyMigrations(tx, type, databaseSchema),
  }
}

async function loadEntries(
  tx: Tx,
  type: DatabaseSnapshot['type'],
  shapes: readonly TableNameAndColumns[],
  entries: AsyncIterable<BackupPart>,
  writeFile: ReturnType<typeof createMailFileRestorer>['write'],
  progress: ReportProgress,
): Promise<void> {
  let shape: TableNameAndColumns | undefined
  let rows = 0
  for await (const entry of entries) {
    if ('table' in entry) shape = findTableColumns(entry.table, shapes)
    else if ('file' in entry) await writeFile(entry.file)
    else if ('rows' in entry && shape) {
      const { length } = shape.columns
      await insertRows(
        tx,
        type,
        shape,
        entry.rows.map((line) => parseBackupRow(line, length)),
      )
      rows += entry.rows.length
      progress({ doing: shape.table, rows })
    }
  }
}

function findTableColumns({ table, columns }: TableNameAndColumns, shapes: readonly TableNameAndColumns[]): TableNameAndColumns {
  const shape = shapes.find((candidate) => candidate.table === table)
  if (shape && shape.columns.join() === columns.join()) return shape
  throw new Error(`The backup contains a table that its version of Rankstead does not have (${table}). Nothing was restored.`)
}

async function compareTable(
  snapshot: DatabaseSnapshot,
  shape: TableNameAndColumns,
  expected: BackupTableChecksum | undefined,
  progress: ReportProgress,
): Promise<void> {
  const checksum = createRowChecksum()
  let rows = 0
  for await (const batch of readTableRows(snapshot, shape)) {
    for (const row of batch) checksum.add(serializeBackupRow(row))
    rows += batch.length
    progress({ doing: `comparing ${shape.table}`, rows })
  }
  const actual = checksum.result()
  if (actual.rows === expected?.rows && actual.sum === expected.sum) return
  throw new Error(
    `The restored rows differ from the backup: ${shape.table} has ${actual.rows} rows instead of ${expected?.rows ?? 0}, or other values. Nothing was restored.`,
  )
}
