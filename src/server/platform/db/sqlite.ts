import type { StatementSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { ContentVersion } from './content-version.ts'
import type { Database } from './database.ts'
import { guardFiles } from './file-guard.ts'
import { trackLastSave } from './last-save.ts'
import { migrate, newestMigration } from './migrate.ts'
import { describeSalvageFiles, salvageInstructions } from './salvage.ts'
import { type Connections, openConnections } from './sqlite-connections.ts'
import { sqliteDialect } from './sqlite-driver.ts'
import { refuseMissingData, siteFilesIn } from './sqlite-files.ts'
import { fileLock } from './sqlite-process-lock.ts'
import type { Tables } from './tables.ts'
import { createWriter, emptyWriteCounts } from './write.ts'

/**
 * Opens the embedded database in `dataDir`, which is there: one connection writes, a second only reads, so that reads see
 * committed data and never wait for an open group of writes. Throws where the files are not the site's.
 */
export function openSqlite(dataDir: string): Database {
  const files = siteFilesIn(dataDir)
  refuseMissingData(files)
  const connections = openConnections(files)
  const guard = guardFiles(files.database, connections, () => void lastSave.note().catch(() => {}))
  const main = new Kysely<Tables>({ dialect: sqliteDialect(connections.writer, { checkFiles: guard.check }) })
  const read = new Kysely<Tables>({ dialect: sqliteDialect(connections.reader) })
  const lastSave = trackLastSave(main, connections.writer, files)
  const processLock = fileLock(dataDir)
  const writeCounts = emptyWriteCounts()
  return {
    type: 'sqlite',
    main,
    read,
    write: createWriter(main, { hasRowLocks: false, counts: writeCounts }),
    writeCounts,
    connections: () => [],
    schema: newestMigration(),
    contentVersion: watchVersion(connections.reader, read),
    processLock,
    prepare: async (before) => {
      await migrate(main, 'sqlite', before)
      const missing = await lastSave.compare()
      for (const sentence of [missing ?? [], describeSalvageFiles(files.database)].flat()) process.stderr.write(`${sentence}\n`)
    },
    checkpoint: async () => connections.checkpoint(),
    close: async () => {
      await processLock.release()
      await lastSave.note().catch(() => {})
      await main.destroy()
      const salvage = await guard.end()
      // On close SQLite deletes the log by name, which now belongs to the database that replaced ours.
      if (salvage) {
        process.stderr.write(`${salvageInstructions(salvage, files.database)}\n`)
        throw new Error(`${files.database} was not in its place when the site ended.`)
      }
      connections.close()
    },
  }
}

/** `data_version` moves whenever another connection commits, in any process; only then is the version read again. */
function watchVersion(reader: Connections['reader'], read: Kysely<Tables>): ContentVersion {
  let watched = reader()
  let pragma = watched.prepare('pragma data_version')
  let statement: StatementSync | undefined
  let seen: unknown
  let version: number | undefined
  function watchOpened(): void {
    if (watched === reader()) return
    watched = reader()
    pragma = watched.prepare('pragma data_version')
    statement = undefined
    version = undefined
  }
  const current = () => {
    try {
      watchOpened()
      const dataVersion = pragma.get()?.data_version
      if (dataVersion !== seen || version === undefined) {
        statement ??= watched.prepare('select version from content_version')
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
