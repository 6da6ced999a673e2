import { mkdir } from 'node:fs/promises'
import { dirname, isAbsolute, relative } from 'node:path'
import { describeUnknownDatabaseVersion, listAppliedMigrations } from '#platform/db/migrate.ts'
import { type DatabaseLocation, type DatabaseSnapshot, withDatabaseSnapshot } from '#platform/db/read-database-snapshot.ts'
import {
  BACKUP_FORMAT,
  BACKUP_FORMAT_VERSION,
  type BackupHeader,
  type BackupSummary,
  type BackupTableHeaderLine,
  createRowChecksum,
  type ReportProgress,
  serializeBackupRow,
} from './backup-format.ts'
import { readMailFiles } from './email-file-backup.ts'
import { listTablesOfMigrations, listUnknownMigrations, readTableRows } from './store.ts'
import { writeBackupLines } from './write-backup-lines.ts'

/**
 * Writes the whole site into one file while it serves and writes. The file holds every write that the site acknowledged
 * before the start. Creates a missing folder only inside the data folder. `bytes` is the size of the file. Throws on failure.
 * An existing file stays until the new one is complete.
 */
export async function writeBackup(
  location: DatabaseLocation,
  path: string,
  progress: ReportProgress = () => {},
): Promise<BackupSummary & { bytes: number }> {
  return withDatabaseSnapshot(location, async (snapshot) => {
    const contents: BackupSummary = { header: await buildHeader(snapshot), tables: new Map(), rows: 0, files: 0 }
    try {
      if (isInFolder(path, location.dataDir)) await mkdir(dirname(path), { mode: 0o700, recursive: true })
      const bytes = await writeBackupLines(path, generateLines(location, snapshot, contents, progress))
      return { ...contents, bytes }
    } catch (error) {
      throw toBackupWriteError(error, path)
    }
  })
}

function isInFolder(path: string, folder: string): boolean {
  const relativePath = relative(folder, path)
  return !isAbsolute(relativePath) && relativePath.split('/')[0] !== '..'
}

async function buildHeader({ type, db }: DatabaseSnapshot): Promise<BackupHeader> {
  const steps = await listAppliedMigrations(db)
  if (steps.length === 0) throw new Error('There is no site in this database yet, so there is nothing to back up.')
  const unknown = listUnknownMigrations(steps)
  if (unknown.length > 0) {
    throw new Error(`This database was written by ${describeUnknownDatabaseVersion(unknown)}. Make the backup with that version.`)
  }
  const database = type === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return { format: BACKUP_FORMAT, version: BACKUP_FORMAT_VERSION, madeAt: new Date().toISOString(), database, steps }
}

async function* generateLines(
  { dataDir }: DatabaseLocation,
  snapshot: DatabaseSnapshot,
  contents: BackupSummary,
  progress: ReportProgress,
): AsyncGenerator<string> {
  yield JSON.stringify(contents.header)
  for (const shape of await listTablesOfMigrations(contents.header.steps)) {
    yield JSON.stringify(shape satisfies BackupTableHeaderLine)
    const checksum = createRowChecksum()
    for await (const rows of readTableRows(snapshot, shape)) {
      for (const row of rows) {
        const line = serializeBackupRow(row)
        checksum.add(line)
        yield line
      }
      contents.rows += rows.length
      progress({ doing: shape.table, rows: contents.rows })
    }
    const sum = checksum.result()
    contents.tables.set(shape.table, sum)
    yield JSON.stringify(sum)
  }
  for await (const file of readMailFiles(dataDir)) {
    contents.files += 1
    yield JSON.stringify(file)
  }
}

const REASONS: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `the disk of ${dirname(path)} is full. Free some space`,
  EDQUOT: (path) => `this user’s disk quota in ${dirname(path)} is used up. Free some space`,
  EFBIG: (path) => `${path} would be too large for this file system. Choose another place`,
  EROFS: (path) => `${dirname(path)} is read-only. Choose another place`,
  EACCES: (path) => `this user cannot write to ${dirname(path)}. Choose another place`,
  EPERM: (path) => `this user cannot write to ${dirname(path)}. Choose another place`,
  ENOENT: (path) => `the folder ${dirname(path)} does not exist. Create it, or choose another place`,
  ENOTDIR: (path) => `${dirname(path)} is not a folder. Choose another place`,
  EEXIST: (path) => `${dirname(path)} is not a folder. Choose another place`,
  EISDIR: (path) => `${path} is a folder. Name a file in it`,
}

/** Turns an error about the file into a sentence. Returns other errors unchanged. */
export function toBackupWriteError(error: unknown, path: string): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const reason = syscall === undefined ? undefined : REASONS[code]
  return reason ? new Error(`The backup could not be written: ${reason(path)}, then try again.`) : error
}
