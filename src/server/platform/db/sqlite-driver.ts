import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { isDatabaseBusyError } from './database-errors.ts'

/** How long a statement waits for another process that writes, and between tries at first and at most, in ms. */
const BUSY_TIMEOUT = 4_000
const FIRST_BUSY_PAUSE = 2
const MAX_BUSY_PAUSE = 50

/** A connection, or what answers the one that is open at that moment. */
type DatabaseSource = DatabaseSync | (() => DatabaseSync)

type Options = {
  /** Throws where what is written now would be lost. Called before anything is written and again before it is answered. */
  checkFiles?: () => void
}

type Connection = DatabaseConnection & { isInTransaction?: boolean }

/**
 * Kysely over one connection of the embedded database. Its statements are synchronous, so it must never wait in
 * them: whoever finds the file held by another process lets the event loop go on and tries again.
 */
export function createSqliteDialect(database: DatabaseSource, options: Options = {}): Dialect {
  return {
    createDriver: () => createDriver(database, options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new EmbeddedAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class EmbeddedAdapter extends SqliteAdapter {
  /** SQLite does roll back schema changes, so a migration is whole or absent. */
  override get supportsTransactionalDdl() {
    return true
  }

  /** This driver keeps statements out of an open transaction itself; whoever waits for the file holds up nobody. */
  override get supportsMultipleConnections() {
    return true
  }
}

function createDriver(source: DatabaseSource, { checkFiles = () => {} }: Options): Driver {
  const getDatabase = typeof source === 'function' ? source : () => source
  const prepare = createStatementCache(getDatabase)
  /** Settled when the open transaction has ended. */
  let openTransaction: PromiseWithResolvers<void> | undefined

  /** Runs a first statement as soon as no transaction is open here and nobody else holds the file. */
  async function runWhenFree<T>(statement: () => T): Promise<T> {
    const deadline = performance.now() + BUSY_TIMEOUT
    for (let wait = FIRST_BUSY_PAUSE; ; wait = Math.min(2 * wait, MAX_BUSY_PAUSE)) {
      while (openTransaction) await openTransaction.promise
      try {
        return statement()
      } catch (error) {
        if (!isDatabaseBusyError(error) || performance.now() > deadline) throw error
      }
      await pause(wait)
    }
  }

  function run<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, isReader } = prepare(sql)
    const values = parameters as SQLInputValue[]
    if (isReader) return { rows: statement.all(...values) as R[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  function runOutsideTransaction<R>(query: CompiledQuery): QueryResult<R> {
    if (query.query.kind === 'SelectQueryNode') return run(query)
    checkFiles()
    const result = run<R>(query)
    checkFiles()
    return result
  }

  function endTransaction(connection: Connection): void {
    connection.isInTransaction = false
    openTransaction?.resolve()
    openTransaction = undefined
  }

  function openConnection(): Connection {
    const connection: Connection = {
      executeQuery: async (query) => (connection.isInTransaction ? run(query) : runWhenFree(() => runOutsideTransaction(query))),
      async *streamQuery<R>(query: CompiledQuery) {
        yield await connection.executeQuery<R>(query)
      },
    }
    return connection
  }

  return {
    init: async () => {},
    acquireConnection: async () => openConnection(),
    releaseConnection: async () => {},
    /** Throws at once while another process writes. The caller decides how long to retry. */
    async beginTransaction(connection: Connection) {
      while (openTransaction) await openTransaction.promise
      checkFiles()
      // Takes the write lock at once: a transaction that reads first and writes later could not be granted it.
      run(BEGIN)
      connection.isInTransaction = true
      openTransaction = Promise.withResolvers()
    },
    async commitTransaction(connection: Connection) {
      run(COMMIT)
      checkFiles()
      endTransaction(connection)
    },
    async rollbackTransaction(connection: Connection) {
      try {
        // A full disk, for instance, undoes the transaction by itself.
        if (getDatabase().isTransaction) run(ROLLBACK)
      } finally {
        endTransaction(connection)
      }
    },
    async destroy() {
      while (openTransaction) await openTransaction.promise
    },
  }
}

const BEGIN = { sql: 'begin immediate', parameters: [] }
const COMMIT = { sql: 'commit', parameters: [] }
const ROLLBACK = { sql: 'rollback', parameters: [] }

type PreparedStatement = { statement: StatementSync; isReader: boolean }

/** Prepares a statement once. Schema changes are never kept: they would go stale. */
function createStatementCache(getDatabase: () => DatabaseSync): (sql: string) => PreparedStatement {
  const cache = new Map<string, PreparedStatement>()
  let database = getDatabase()
  const isCacheable = /^\s*(select|insert|update|delete|with|savepoint|release|rollback|begin|commit)\b/i
  return (sql) => {
    if (database !== getDatabase()) {
      database = getDatabase()
      cache.clear()
    }
    const known = cache.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const prepared = { statement, isReader: statement.columns().length > 0 }
    if (isCacheable.test(sql) && cache.size < 500) cache.set(sql, prepared)
    return prepared
  }
}
