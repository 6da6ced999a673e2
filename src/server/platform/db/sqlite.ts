import { Kysely } from 'kysely'
import type { UnmigratedDatabase } from './database.ts'
import { guardDatabaseFiles } from './database-file-guard.ts'
import { createDatabaseWriter, createDatabaseWriteStatistics } from './database-writer.ts'
import { createLastSaveTracker } from './detect-missing-saves.ts'
import { createDiskReserve } from './disk-reserve.ts'
import { migrateDatabase } from './migrate.ts'
import { describeSalvageFiles, explainSalvagedDatabaseUse } from './salvage-removed-database.ts'
import { assertSiteDataNotLost, getDatabaseAndMarkerPaths } from './site-marker.ts'
import { openSqliteConnections } from './sqlite-connections.ts'
import { createSqliteContentVersionReader } from './sqlite-content-version-reader.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import { createSqliteLivenessLock } from './sqlite-liveness-lock.ts'
import type { DatabaseTables } from './tables.ts'

/**
 * Opens the SQLite database in `dataDir`, which must exist. One connection writes and a second only reads, so that reads
 * see committed data and never wait for open writes. Throws if the files aren't the site's.
 */
export function openSqlite(dataDir: string): UnmigratedDatabase {
  const files = getDatabaseAndMarkerPaths(dataDir)
  assertSiteDataNotLost(files)
  const connections = openSqliteConnections(files)
  const guard = guardDatabaseFiles(files.database, connections)
  const lastSave = createLastSaveTracker(connections.writer, files)
  const main = new Kysely<DatabaseTables>({
    dialect: createSqliteDialect(connections.writer, { checkFiles: guard.check, commit: lastSave.commit }),
  })
  const read = new Kysely<DatabaseTables>({ dialect: createSqliteDialect(connections.reader) })
  const processLock = createSqliteLivenessLock(dataDir)
  const writeCounts = createDatabaseWriteStatistics()
  return {
    type: 'sqlite',
    main,
    read,
    write: createDatabaseWriter(main, { hasRowLocks: false, counts: writeCounts }),
    writeCounts,
    connections: () => [],
    contentVersion: createSqliteContentVersionReader(connections.reader, read),
    processLock,
    prepare: async (schema, beforeMigration) => {
      await migrateDatabase(main, 'sqlite', schema, beforeMigration)
      const missing = lastSave.compare()
      for (const sentence of [missing ?? [], describeSalvageFiles(files.database)].flat()) process.stderr.write(`${sentence}\n`)
    },
    checkpoint: async () => connections.checkpoint(),
    diskReserve: createDiskReserve(dataDir),
    close: async () => {
      await processLock.release()
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
