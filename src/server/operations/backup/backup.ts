import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BeforeMigration } from '#platform/db/database.ts'
import { withDatabaseSnapshot } from '#platform/db/read-database-snapshot.ts'
import type { Config } from '../../config/config.ts'
import { getPostgresDatabaseSize } from './store.ts'
import { toBackupWriteError, writeBackup } from './write-backup.ts'

export type { BackupSummary, ReportProgress } from './backup-format.ts'
export { restoreBackup, verifyBackup } from './restore.ts'
export { writeBackup } from './write-backup.ts'

const MAX_MIGRATION_BACKUPS = 3
/** The name of a backup before a migration. Captures the time. */
const BACKUP_NAME_PATTERN = /^before-.+-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.backup$/
/** Backs up no larger PostgreSQL database, in bytes: the start would wait for minutes. Large databases have their own backups. */
const MAX_POSTGRES_BYTES = 2 * 1024 ** 3

/**
 * Writes a backup to `backups` in the data folder before a migration, and prints how to go back (docs/decisions/0079). Throws
 * if the backup fails, and then nothing is migrated.
 */
export function backUpBeforeMigration(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  print: (line: string) => void,
): BeforeMigration {
  return async (_appliedMigrations, nextMigration) => {
    const folder = join(config.dataDir, 'backups')
    const path = join(folder, `before-${nextMigration}-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`)
    try {
      if (config.databaseUrl && (await withDatabaseSnapshot(config, getPostgresDatabaseSize)) > MAX_POSTGRES_BYTES) {
        print(
          `No backup is made before ${nextMigration}: the database is larger than ${MAX_POSTGRES_BYTES / 1024 ** 3} GB. Make your own backups.`,
        )
        return
      }
      print(`Writing a backup before the migration: ${path}`)
      await writeBackup(config, path)
    } catch (cause) {
      throw new Error(
        `${toMessage(toBackupWriteError(cause, path))} Nothing was migrated. MIGRATION_BACKUP=off skips the backup.`,
      )
    }
    print(
      `To go back, install the earlier version, choose an empty DATA_DIR or database, and run: npm run --silent rankstead -- restore ${path}`,
    )
    await deleteOldestBackups(folder, basename(path))
  }
}

/** Keeps the new backup whatever its time is, because the clock may be wrong. */
async function deleteOldestBackups(folder: string, newName: string): Promise<void> {
  const getTime = (name: string) => BACKUP_NAME_PATTERN.exec(name)?.[1] ?? ''
  const earlier = (await readdir(folder)).filter((name) => name !== newName && BACKUP_NAME_PATTERN.test(name))
  const oldestFirst = earlier.toSorted((one, other) => (getTime(one) < getTime(other) ? -1 : 1))
  for (const name of oldestFirst.slice(0, 1 - MAX_MIGRATION_BACKUPS)) await rm(join(folder, name), { force: true })
}

function toMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
