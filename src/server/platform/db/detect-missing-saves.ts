import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import {
  type DatabaseAndMarkerPaths,
  type LastDatabaseSave,
  readLastDatabaseSave,
  writeSiteMarkerFile,
} from './site-data-loss-check-and-marker.ts'
import type { DatabaseTables } from './tables.ts'

/**
 * Stores the number of the last save in the database, and afterward in a file beside it. If a start finds a smaller number
 * in the database than in the file, saves are missing (docs/decisions/0025).
 */
export function createLastSaveTracker(db: Kysely<DatabaseTables>, writer: DatabaseSync, files: DatabaseAndMarkerPaths) {
  const changeCount = writer.prepare('select total_changes() as count')
  const countChanges = () => Number(changeCount.get()?.count)
  let notedChanges = countChanges()
  let pendingNote: Promise<void> | undefined

  async function note(): Promise<void> {
    const before = countChanges()
    if (before === notedChanges) return
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
    /** Records a new save number if anything was saved since the last call. */
    note(): Promise<void> {
      pendingNote ??= note().finally(() => {
        pendingNote = undefined
      })
      return pendingNote
    },

    /** Returns a sentence if the database lacks saves, and restarts the count from the database's number. */
    async compare(): Promise<string | undefined> {
      const lastSave = toLastSave(await db.selectFrom('last_save').selectAll().executeTakeFirstOrThrow())
      const markedSave = readLastDatabaseSave(files)
      writeSiteMarkerFile(files, lastSave)
      if (!markedSave || markedSave.sequence <= lastSave.sequence) return undefined
      const since = lastSave.sequence > 0 ? `from ${formatTime(lastSave)} ` : ''
      return (
        `Saves ${since}to ${formatTime(markedSave)} are missing in ${files.database}: its log (${files.database}-wal) was removed, or ` +
        'an older copy was put in its place. If you have the missing files, stop the site and put them back.'
      )
    },
  }
}

function toLastSave({ sequence, saved_at }: Pick<DatabaseTables['last_save'], 'sequence' | 'saved_at'>): LastDatabaseSave {
  return { sequence, at: saved_at }
}

function formatTime({ at }: LastDatabaseSave): string {
  return new Date(at).toISOString()
}
