import type { DatabaseSync } from 'node:sqlite'
import { withSqliteDatabaseSnapshot } from './read-database-snapshot.ts'
import {
  type DatabaseAndMarkerPaths,
  type LastDatabaseSave,
  noteSaveInMarkerFile,
  readLastDatabaseSave,
  writeSiteMarkerFile,
} from './site-marker.ts'
import type { DatabaseTables } from './tables.ts'

/**
 * Numbers each save in its own transaction, and writes the number to a file beside the database after the COMMIT. If a start
 * finds a smaller number in the database than in the file, saves are missing (docs/decisions/0025).
 */
export function createLastSaveTracker(writer: DatabaseSync, files: DatabaseAndMarkerPaths) {
  const changeCount = writer.prepare('select total_changes() as count')
  let numberSave: (() => LastDatabaseSave) | undefined
  let numberedChanges: unknown

  return {
    /** Runs the COMMIT of a transaction, and numbers the save if the transaction changed a row. */
    commit(runCommit: () => void): void {
      const isSave = numberSave && changeCount.get()?.count !== numberedChanges
      const save = isSave ? numberSave?.() : undefined
      numberedChanges = changeCount.get()?.count
      runCommit()
      if (save) noteSaveInMarkerFile(files, save)
    },

    /** Returns a sentence if the database lacks saves. Numbers all later saves, from the database's number on. */
    compare(): string | undefined {
      const markedSave = readLastDatabaseSave(files)
      const lastSave = toLastSave(writer.prepare('select * from last_save').get() as LastSaveRow)
      writeSiteMarkerFile(files, lastSave)
      // An earlier number would hide missing saves from the next start.
      const update = writer.prepare('update last_save set sequence = sequence + 1, saved_at = ? returning *')
      numberSave = () => toLastSave(update.get(Date.now()) as LastSaveRow)
      numberedChanges = changeCount.get()?.count
      return describeMissingSaves(files, lastSave, markedSave)
    },
  }
}

/** Returns a sentence if the database at one point in time lacks saves. Changes nothing. */
export async function findMissingSaves(files: DatabaseAndMarkerPaths): Promise<string | undefined> {
  // Reads the file first, because a running site counts each save in the database first.
  const markedSave = readLastDatabaseSave(files)
  const row = await withSqliteDatabaseSnapshot(files, ({ db }) =>
    db.selectFrom('last_save').selectAll().executeTakeFirstOrThrow(),
  )
  return describeMissingSaves(files, toLastSave(row), markedSave)
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

type LastSaveRow = DatabaseTables['last_save']

function toLastSave({ sequence, saved_at }: LastSaveRow): LastDatabaseSave {
  // A snapshot reads large integers as bigints.
  return { sequence: Number(sequence), at: Number(saved_at) }
}

function formatTime({ at }: LastDatabaseSave): string {
  return new Date(at).toISOString()
}
