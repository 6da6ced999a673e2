import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { withSqliteDatabaseSnapshot } from './read-database-snapshot.ts'
import { type DatabaseAndMarkerPaths, type LastDatabaseSave, readLastDatabaseSave, writeSiteMarkerFile } from './site-marker.ts'
import type { DatabaseReader, DatabaseTables } from './tables.ts'

/**
 * Stores the number of the last save in the database, and afterward in a file beside it. If a start finds a smaller number
 * in the database than in the file, saves are missing (docs/decisions/0025).
 */
export function createLastSaveTracker(db: Kysely<DatabaseTables>, writer: DatabaseSync, files: DatabaseAndMarkerPaths) {
  const changeCount = writer.prepare('select total_changes() as count')
  const countChanges = () => Number(changeCount.get()?.count)
  let notedChanges = countChanges()
  let hasCompared = false
  let pendingNote: Promise<void> | undefined

  async function note(): Promise<void> {
    const before = countChanges()
    // A new number before the comparison would hide missing saves from the next start.
    if (!hasCompared || before === notedChanges) return
    const next = await db
      .updateTable('last_save')
      .set(({ eb }) => ({ sequence: eb('sequence', '+', 1), saved_at: Date.now() }))
      .returning(['sequence', 'saved_at'])
      .executeTakeFirstOrThrow()
    // Counts the row that this update changed. The next call notes changes that came in the meantime.
    notedChanges = before + 1
    writeSiteMarkerFile(files, toLastSave(next))
  }

  return {
    /** Records a new save number if anything was saved since the last call. Does nothing before `compare`. */
    note(): Promise<void> {
      pendingNote ??= note().finally(() => {
        pendingNote = undefined
      })
      return pendingNote
    },

    /** Returns a sentence if the database lacks saves, and restarts the count from the database's number. */
    async compare(): Promise<string | undefined> {
      const markedSave = readLastDatabaseSave(files)
      const lastSave = await readLastSave(db)
      writeSiteMarkerFile(files, lastSave)
      hasCompared = true
      return describeMissingSaves(files, lastSave, markedSave)
    },
  }
}

/** Returns a sentence if the database at one point in time lacks saves. Changes nothing. */
export async function findMissingSaves(files: DatabaseAndMarkerPaths): Promise<string | undefined> {
  // Reads the file first, because a running site counts each save in the database first.
  const markedSave = readLastDatabaseSave(files)
  const lastSave = await withSqliteDatabaseSnapshot(files, ({ db }) => readLastSave(db))
  return describeMissingSaves(files, lastSave, markedSave)
}

async function readLastSave(db: DatabaseReader): Promise<LastDatabaseSave> {
  return toLastSave(await db.selectFrom('last_save').selectAll().executeTakeFirstOrThrow())
}

function describeMissingSaves(
  { database }: DatabaseAndMarkerPaths,
  lastSave: LastDatabaseSave,
  markedSave: LastDatabaseSave | undefined,
): string | undefined {
  if (!markedSave || markedSave.sequence <= lastSave.sequence) return undefined
  const since = lastSave.sequence > 0 ? `from ${formatTime(lastSave)} ` : ''
  return (
    `Saves ${since}to ${formatTime(markedSave)} are missing in ${database}: its log (${database}-wal) was removed, or ` +
    'an older copy was put in its place. If you have the missing files, stop the site and put them back.'
  )
}

function toLastSave({ sequence, saved_at }: Pick<DatabaseTables['last_save'], 'sequence' | 'saved_at'>): LastDatabaseSave {
  // A snapshot reads large integers as bigints.
  return { sequence: Number(sequence), at: Number(saved_at) }
}

function formatTime({ at }: LastDatabaseSave): string {
  return new Date(at).toISOString()
}
