import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { BeforeMigration } from '../../platform/db/database.ts'
import { withSnapshot } from '../../platform/db/snapshot.ts'
import { sizeOfPostgres } from './store.ts'
import { writeBackup, writingError } from './write-backup.ts'

export type { Contents, Progress } from './archive-format.ts'
export { restoreBackup, verifyBackup } from './restore.ts'
export { writeBackup } from './write-backup.ts'

/** How many backups of migrations are kept. */
const KEPT = 3
const NAME = /^before-.+\.backup$/
/** Of a PostgreSQL database, in bytes: a start would have to wait for minutes for a larger one, which has backups of its own. */
const MOST = 2 * 1024 ** 3

/**
 * Keeps the site as it is before a migration, in `backups` of the data folder, and says the way back (docs/decisions/0067).
 * Throws a sentence where that cannot be done: then nothing is migrated.
 */
export function backUpBeforeMigration(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  tell: (line: string) => void,
): BeforeMigration {
  return async (_taken, next) => {
    const folder = join(config.dataDir, 'backups')
    const path = join(folder, `before-${next}-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`)
    try {
      if (config.databaseUrl && (await withSnapshot(config, sizeOfPostgres)) > MOST) {
        tell(`No backup is made before ${next}: the database is larger than ${MOST / 1024 ** 3} GB. Keep one of your own.`)
        return
      }
      tell(`A backup is made before the database is brought up to date: ${path}`)
      await mkdir(folder, { mode: 0o700, recursive: true })
      await writeBackup(config, path)
    } catch (cause) {
      throw new Error(
        `${sentenceOf(writingError(cause, path))} Nothing was migrated. MIGRATION_BACKUP=off goes without a backup.`,
      )
    }
    tell(
      `The way back: put the former version in place, an empty DATA_DIR or database, and run: npm run --silent rankstead -- restore ${path}`,
    )
    await removeOldest(folder)
  }
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name))
  // The number of the step comes first in a name, then the time.
  for (const name of names.toSorted().slice(0, -KEPT)) await rm(join(folder, name), { force: true })
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
