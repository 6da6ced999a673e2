import type { StatementSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { ContentVersionReader } from './content-version-reader.ts'
import type { SqliteConnections } from './sqlite-connections.ts'
import type { DatabaseTables } from './tables.ts'

/** Reads the version only after `data_version` changes, which happens at every commit by another connection. */
export function createSqliteContentVersionReader(
  reader: SqliteConnections['reader'],
  read: Kysely<DatabaseTables>,
): ContentVersionReader {
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
