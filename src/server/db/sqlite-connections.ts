import { DatabaseSync } from 'node:sqlite'
import { refuseForeignData, type SiteFiles } from './sqlite-files.ts'

/** How long opening may wait for another process that holds the file, in ms: nobody is served yet. */
const OPEN_TIMEOUT = 5_000

/** The open connections to the embedded database: one writes, a second only reads. */
export type Connections = ReturnType<typeof openConnections>

/** Opens both connections. Throws where the files are not the site's. */
export function openConnections(files: SiteFiles) {
  const writer = openWriter(files)
  const openReader = () => new DatabaseSync(files.database, { timeout: 0, readOnly: true })
  let reader = openReader()

  return {
    writer,
    /** The connection that reads now; it may be another one later. */
    reader: () => reader,

    /** Writes all of the log into the database. Throws where another process or the disk is in the way. */
    checkpoint(): void {
      const busy = writer.prepare('pragma wal_checkpoint(truncate)').get()?.busy
      if (busy !== 0) throw new Error('Another process holds the log of the database.')
    },

    /**
     * Begins a new log where the one that is open was removed. Throws while another process has the database open, which
     * would go on with the removed one.
     */
    renewLog(): void {
      if (reader !== writer) reader.close()
      // Until there is a new log nothing is written, so the writer shows only what is committed.
      reader = writer
      // Leaving this mode takes the database for itself, and puts what the log holds into it.
      writer.exec('pragma journal_mode = delete')
      beginLog(writer)
      reader = openReader()
    },

    /** Closes both. The last one to close puts everything into the one file, so it must be the one that may write. */
    close(): void {
      if (reader !== writer) reader.close()
      writer.close()
    },
  }
}

function openWriter(files: SiteFiles): DatabaseSync {
  const writer = new DatabaseSync(files.database, { timeout: OPEN_TIMEOUT })
  try {
    refuseForeignData(writer, files)
    // From here on nothing may block the event loop: who finds the file held waits in the driver.
    writer.exec('pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0')
    // Every savepoint of a group keeps the pages that it changes, to undo them: otherwise in a file of its own each time.
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
  if (mode !== 'wal') throw new Error('The database cannot be given a log.')
  // The first read makes the files beside the database, which are watched from now on.
  writer.exec('select 1 from sqlite_schema')
}
