import { DatabaseSync } from 'node:sqlite'
import { assertFileIsSiteDatabase, type DatabaseAndMarkerPaths } from './site-marker.ts'

/** How long opening may wait for another process that locks the file, in ms. The site serves no requests yet. */
const OPEN_TIMEOUT = 5_000

/** The open connections to SQLite: one writes, the other only reads. */
export type SqliteConnections = ReturnType<typeof openSqliteConnections>

/** Opens both connections. Throws if the files aren't the site's. */
export function openSqliteConnections(files: DatabaseAndMarkerPaths) {
  const writer = openWriter(files)
  const openReader = () => new DatabaseSync(files.database, { timeout: 0, readOnly: true })
  let reader = openReader()

  return {
    writer,
    /** Returns the current reading connection, which `renewLog` replaces. */
    reader: () => reader,

    /** Writes the whole log into the database. Throws if another process blocks it or the disk fails. */
    checkpoint(): void {
      const busy = writer.prepare('pragma wal_checkpoint(truncate)').get()?.busy
      if (busy !== 0) throw new Error('Another process locks the log of the database.')
    },

    /**
     * Starts a new log after another program removed the open one. Throws while another process has the database open,
     * because that process would continue with the removed log.
     */
    renewLog(): void {
      if (reader !== writer) reader.close()
      // Nothing is written until the new log exists, so reads through the writer see only committed data.
      reader = writer
      // Leaving WAL mode locks the database and writes the log into it.
      writer.exec('pragma journal_mode = delete')
      beginLog(writer)
      reader = openReader()
    },

    /** Closes both. The last connection to close checkpoints the log, so it must be the writer. */
    close(): void {
      if (reader !== writer) reader.close()
      writer.close()
    },
  }
}

function openWriter(files: DatabaseAndMarkerPaths): DatabaseSync {
  const writer = new DatabaseSync(files.database, { timeout: OPEN_TIMEOUT })
  try {
    assertFileIsSiteDatabase(writer, files)
    // From here on, nothing may block the event loop. If the file is locked, the driver waits and retries.
    writer.exec('pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0')
    // Deleted text must not stay in free pages of the file.
    writer.exec('pragma secure_delete = on')
    // Savepoints keep undo pages. In memory they don't need a temporary file each time.
    writer.exec('pragma temp_store = memory')
    beginLog(writer)
  } catch (error) {
    writer.close()
    throw error
  }
  return writer
}

function beginLog(writer: DatabaseSync): void {
  const mode = writer.prepare('pragma journal_mode = wal').get()?.journal_mode
  if (mode !== 'wal') throw new Error('SQLite could not switch the database to WAL mode.')
  // The first read creates the `-wal` and `-shm` files, which the guard watches from now on.
  writer.exec('select 1 from sqlite_schema')
}
