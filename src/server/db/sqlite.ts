import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { ContentVersion } from './content-version.ts'
import type { Database } from './database.ts'
import { migrate, newestStep } from './migrate.ts'
import { sqliteDialect } from './sqlite-driver.ts'
import { markSite, refuseForeignData, refuseMissingData, type SiteFiles, siteFilesIn, watchFiles } from './sqlite-files.ts'
import { fileLock } from './sqlite-process-lock.ts'
import type { Tables } from './tables.ts'
import { createWriter } from './write.ts'

/** How long opening may wait for another process that holds the file, in ms: nobody is served yet. */
const OPEN_TIMEOUT = 5_000

/**
 * Opens the embedded database in `dataDir`, which is there: one connection writes, a second only reads, so that reads see
 * committed data and never wait for an open group of writes. Throws where the files are not the site's.
 */
export function openSqlite(dataDir: string): Database {
  const files = siteFilesIn(dataDir)
  refuseMissingData(files)
  const writer = openWriter(files)
  const reader = new DatabaseSync(files.database, { timeout: 0, readOnly: true })
  const watch = watchFiles(files)
  const main = new Kysely<Tables>({ dialect: sqliteDialect(writer, { checkFiles: watch.check }) })
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reader) })
  const processLock = fileLock(dataDir)
  const writeCounts = { commits: 0, writes: 0, seconds: 0 }
  return {
    type: 'sqlite',
    main,
    read,
    write: createWriter(main, { hasRowLocks: false, counts: writeCounts }),
    writeCounts,
    connections: () => [],
    schema: newestStep('sqlite'),
    contentVersion: watchVersion(reader, read),
    processLock,
    prepare: async (before) => {
      await migrate(main, 'sqlite', before)
      markSite(files)
    },
    close: async () => {
      await processLock.release()
      watch.stop()
      await main.destroy()
      reader.close()
      // The last one to close puts everything into the one file, so it must be the one that may write. Where other
      // files took the place of ours it would remove, by name, what belongs to them.
      if (!watch.isMoved()) writer.close()
    },
  }
}

function openWriter(files: SiteFiles): DatabaseSync {
  const writer = new DatabaseSync(files.database, { timeout: OPEN_TIMEOUT })
  try {
    refuseForeignData(writer, files)
    // From here on nothing may block the event loop: who finds the file held waits in the driver.
    writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0')
    // Every savepoint of a group keeps the pages that it changes, to undo them: otherwise in a file of its own each time.
    writer.exec('pragma temp_store = memory')
    // The first read makes the files beside the database, which are watched from now on.
    writer.exec('select 1 from sqlite_schema')
  } catch (error) {
    writer.close()
    throw error
  }
  return writer
}

/** `data_version` moves whenever another connection commits, in any process; only then is the version read again. */
function watchVersion(reader: DatabaseSync, read: Kysely<Tables>): ContentVersion {
  const pragma = reader.prepare('pragma data_version')
  let statement: StatementSync | undefined
  let seen: unknown
  let version: number | undefined
  const current = () => {
    try {
      const dataVersion = pragma.get()?.data_version
      if (dataVersion !== seen || version === undefined) {
        statement ??= reader.prepare('select version from content_version')
        version = Number(statement.get()?.version ?? 0)
        seen = dataVersion
      }
      return version
    } catch {
      // Held by another process for a moment, or gone: whoever has to know asks, and waits or hears why not.
      return undefined
    }
  }
  const ask = async () => {
    const row = await read.selectFrom('content_version').select('version').executeTakeFirst()
    return row?.version ?? 0
  }
  let isKnown = false
  const forget = () => {
    isKnown = false
  }
  const thisTurn = () => {
    if (isKnown) return version
    isKnown = true
    setImmediate(forget)
    return current()
  }
  return { current, thisTurn, refresh: async () => current() ?? ask(), announced: forget }
}
