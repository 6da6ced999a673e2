import type { StatementSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { ContentVersionReader } from './content-version-reader.ts'
import type { Database } from './database.ts'
import { guardDatabaseFiles } from './database-file-guard.ts'
import { createDatabaseWriter, createDatabaseWriteStatistics } from './database-writer.ts'
import { createLastSaveTracker } from './detect-missing-saves.ts'
import { getNewestKnownMigration, migrateDatabase } from './migrate.ts'
import { describeSalvageFiles, explainSalvagedDatabaseUse } from './salvaged-databases.ts'
import { assertSiteDataNotLost, getDatabaseAndMarkerPaths } from './site-data-loss-check-and-marker.ts'
import { openSqliteConnections, type SqliteConnections } from './sqlite-connections.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import { createSqliteLivenessLock } from './sqlite-liveness-lock.ts'
import type { DatabaseTables } from './tables.ts'

/**
 * Opens the SQLite database in `dataDir`, which must exist. One connection writes and a second only reads, so that reads
 * see committed data and never wait for open writes. Throws if the files aren't the site's.
 */
export function openSqlite(dataDir: string): Database {
  const files = getDatabaseAndMarkerPaths(dataDir)
  assertSiteDataNotLost(files)
  const connections = openSqliteConnections(files)
  const guard = guardDatabaseFiles(files.database, connections, () => void lastSave.note().catch(() => {}))
  const main = new Kysely<DatabaseTables>({ dialect: createSqliteDialect(connections.writer, { checkFiles: guard.check }) })
  const read = new Kysely<DatabaseTables>({ dialect: createSqliteDialect(connections.reader) })
  const lastSave = createLastSaveTracker(main, connections.writer, files)
  const processLock = createSqliteLivenessLock(dataDir)
  const writeCounts = createDatabaseWriteStatistics()
  return {
    type: 'sqlite',
    main,
    read,
    write: createDatabaseWriter(main, { hasRowLocks: false, counts: writeCounts }),
    writeCounts,
    connections: () => [],
    schema: getNewestKnownMigration(),
    contentVersion: watchContentVersion(connections.reader, read),
    processLock,
    prepare: async (beforeMigration) => {
      await migrateDatabase(main, 'sqlite', beforeMigration)
      const missing = await lastSave.compare()
      for (const sentence of [missing ?? [], describeSalvageFiles(files.database)].flat()) process.stderr.write(`${sentence}\n`)
    },
    checkpoint: async () => connections.checkpoint(),
    close: async () => {
      await processLock.release()
      await lastSave.note().catch(() => {})
      await main.destroy()
      const salvage = await guard.end()
      // On close SQLite deletes the log by its name, which now belongs to the database that replaced ours.
      if (salvage) {
        process.stderr.write(`${explainSalvagedDatabaseUse(salvage, files.database)}\n`)
        throw new Error(`${files.database} was missing when the site stopped.`)
      }
      connections.close()
    },
  }
}

/** Reads the version only after `data_version` changes, which happens at every commit by another connection. */
function watchContentVersion(reader: SqliteConnections['reader'], read: Kysely<DatabaseTables>): ContentVersionReader {
  let watchedReader = reader()
  let pragma = watchedReader.prepare('pragma data_version')
  let statement: StatementSync | undefined
  let lastDataVersion: unknown
  let version: number | undefined
  function watchCurrentReader(): void {
    if (watchedReader === reader()) return
    watchedReader = reader()
    pragma = watchedReader.prepare('pragma data_version')
    statement = undefined
    version = undefined
  }
  const current = () => {
    try {
      watchCurrentReader()
      const dataVersion = pragma.get()?.data_version
      if (dataVersion !== lastDataVersion || version === undefined) {
        statement ??= watchedReader.prepare('select version from content_version')
        version = Number(statement.get()?.version ?? 0)
        lastDataVersion = dataVersion
      }
      return version
    } catch {
      // The file is locked for a moment, or gone. `refresh` then waits or throws.
      return undefined
    }
  }
  const queryVersion = async () => {
    const row = await read.selectFrom('content_version').select('version').executeTakeFirst()
    return row?.version ?? 0
  }
  let isKnown = false
  const forgetVersion = () => {
    isKnown = false
  }
  const thisTurn = () => {
    if (isKnown) return version
    isKnown = true
    setImmediate(forgetVersion)
    return current()
  }
  return { current, currentThisTurn: thisTurn, refresh: async () => current() ?? queryVersion(), onCommitted: forgetVersion }
}
