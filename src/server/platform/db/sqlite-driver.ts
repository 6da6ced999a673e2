import type { DatabaseSync, SQLInputValue, StatementResultingChanges } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
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

/** How long a statement waits for another process that writes, and the first and longest pause between tries, in ms. */
const BUSY_TIMEOUT = 4_000
const FIRST_BUSY_PAUSE = 2
const MAX_BUSY_PAUSE = 50

/** A connection, or a function that returns the current one. */
type DatabaseSource = DatabaseSync | (() => DatabaseSync)

type Options = {
  /** Throws if the next write would be lost. Runs before each write and again before its result is returned. */
  checkFiles?: () => void
  /** Runs the COMMIT of a transaction. May add to the transaction first. */
  commit?: (runCommit: () => void) => void
}

type Connection = DatabaseConnection & { isInTransaction?: boolean }

/**
 * Creates a Kysely dialect over one SQLite connection. Its statements are synchronous and must never wait. If another
 * process locks the file, the driver yields to the event loop and tries again.
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
  /** SQLite rolls back schema changes, so a migration applies completely or not. */
  override get supportsTransactionalDdl() {
    return true
  }

  /** This driver itself keeps statements out of an open transaction, and waits without blocking. */
  override get supportsMultipleConnections() {
    return true
  }
}

function createDriver(source: DatabaseSource, { checkFiles = () => {}, commit = (runCommit) => runCommit() }: Options): Driver {
  const getDatabase = typeof source === 'function' ? source : () => source
  const prepare = createStatementCache(getDatabase)
  /** Settles when the open transaction ends. */
  let openTransaction: PromiseWithResolvers<void> | undefined

  /** Runs a first statement once no transaction is open here and no other process locks the file. */
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
    assertPlainValues(parameters)
    if (isReader) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  function runOutsideTransaction<R>(query: CompiledQuery): QueryResult<R> {
    if (query.query.kind === 'SelectQueryNode') return run(query)
    checkFiles()
    const result = isRowChange(query) ? runInOwnTransaction<R>(query) : run<R>(query)
    checkFiles()
    return result
  }

  function runInOwnTransaction<R>(query: CompiledQuery): QueryResult<R> {
    run(BEGIN)
    try {
      const result = run<R>(query)
      commit(runCommit)
      return result
    } finally {
      rollBack()
    }
  }

  function runCommit(): void {
    run(COMMIT)
  }

  /** Does nothing after a COMMIT, or if SQLite has rolled back already, for example on a full disk. */
  function rollBack(): void {
    if (getDatabase().isTransaction) run(ROLLBACK)
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
      // Takes the write lock first. A transaction that reads before it writes might not get it.
      run(BEGIN)
      connection.isInTransaction = true
      openTransaction = Promise.withResolvers()
    },
    async commitTransaction(connection: Connection) {
      commit(runCommit)
      checkFiles()
      endTransaction(connection)
    },
    async rollbackTransaction(connection: Connection) {
      try {
        rollBack()
      } finally {
        endTransaction(connection)
      }
    },
    async destroy() {
      while (openTransaction) await openTransaction.promise
    },
  }
}

function isRowChange({ query }: CompiledQuery): boolean {
  return ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(query.kind)
}

const BEGIN = { sql: 'begin immediate', parameters: [] }
const COMMIT = { sql: 'commit', parameters: [] }
const ROLLBACK = { sql: 'rollback', parameters: [] }

/** A value that `node:sqlite` binds to one `?`. */
type PlainValue = SQLInputValue | boolean
const plainTypes = new Set(['string', 'number', 'bigint', 'boolean'])

/** A statement without named parameters. */
export type PositionalStatement = {
  all: (...values: readonly PlainValue[]) => unknown[]
  run: (...values: readonly PlainValue[]) => StatementResultingChanges
}

type PreparedStatement = { statement: PositionalStatement; isReader: boolean }

/**
 * Throws if a value isn't plain. `node:sqlite` takes an object in the first place, such as a Date, for named parameters and
 * binds each later value one place too early.
 */
function assertPlainValues(values: readonly unknown[]): asserts values is readonly PlainValue[] {
  const isPlain = (value: unknown) => plainTypes.has(typeof value) || value === null || ArrayBuffer.isView(value)
  const place = values.findIndex((value) => !isPlain(value)) + 1
  if (place > 0) throw new TypeError(`The value at place ${place} of a statement isn’t plain: ${inspect(values[place - 1])}`)
}

/** Prepares each statement once. Doesn't cache schema changes, which would become stale. */
function createStatementCache(getDatabase: () => DatabaseSync): (sql: string) => PreparedStatement {
  const cache = new Map<string, PreparedStatement>()
  let database = getDatabase()
  const isCacheable = /^\s*(select|insert|update|delete|with|savepoint|release|rollback|begin|commit)\b/i
  return (sql) => {
    if (database !== getDatabase()) {
      database = getDatabase()
      cache.clear()
    }
    const cachedStatement = cache.get(sql)
    if (cachedStatement) return cachedStatement
    const statement = database.prepare(sql)
    const prepared = { statement: statement as PositionalStatement, isReader: statement.columns().length > 0 }
    if (isCacheable.test(sql) && cache.size < 500) cache.set(sql, prepared)
    return prepared
  }
}
