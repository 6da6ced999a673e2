import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'
import { createWriter } from './write.ts'

/** How long a statement may block the event loop while another process holds the file, in ms; longer while opening. */
const BUSY_TIMEOUT = 50
const OPEN_TIMEOUT = 5_000

/**
 * Opens the embedded database in `dataDir`, which is there: one connection writes, a second only reads, so that
 * reads see committed data and never wait for an open group of writes.
 */
export function openSqlite(dataDir: string): Database {
  const path = join(dataDir, 'rankstead.db')
  const writer = new DatabaseSync(path, { timeout: OPEN_TIMEOUT })
  writer.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = ${BUSY_TIMEOUT}`,
  )
  const reader = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, readOnly: true })
  const main = new Kysely<Tables>({ dialect: new EmbeddedDialect(writer) })
  const read = new Kysely<Tables>({ dialect: new EmbeddedDialect(reader) })
  return {
    type: 'sqlite',
    main,
    read,
    write: createWriter(main),
    contentVersion: watchVersion(reader),
    close: async () => {
      await Promise.all([main.destroy(), read.destroy()])
    },
  }
}

/** `data_version` moves whenever another connection commits, in any process; only then is the version read again. */
function watchVersion(reader: DatabaseSync): Database['contentVersion'] {
  const pragma = reader.prepare('pragma data_version')
  let statement: StatementSync | undefined
  let seen: unknown
  let version = 0
  const current = () => {
    const dataVersion = pragma.get()?.data_version
    if (dataVersion !== seen) {
      // Prepared late: the table is made by the migrations.
      statement ??= reader.prepare('select version from content_version')
      version = Number(statement.get()?.version ?? 0)
      seen = dataVersion
    }
    return version
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
  return { current, thisTurn, refresh: async () => current(), announced: forget }
}

class EmbeddedDialect extends SqliteDialect {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    super({ database: withStatementCache(database) })
    this.#database = database
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: withStatementCache(this.#database) })
  }

  override createAdapter() {
    return new TransactionalAdapter()
  }
}

/** Takes the write lock at once: a transaction that reads first and writes later could not be granted it. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** SQLite does roll back schema changes, so a migration is whole or absent. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** The statement interface that Kysely expects. Schema changes are never cached: they would go stale. */
function withStatementCache(database: DatabaseSync) {
  const cache = new Map<string, ReturnType<typeof adapt>>()
  const isCacheable = /^\s*(select|insert|update|delete|with|savepoint|release|rollback to|begin|commit)\b/i
  return {
    close: () => {
      if (database.isOpen) database.close()
    },
    prepare(sql: string) {
      const known = cache.get(sql)
      if (known) return known
      const statement = adapt(database.prepare(sql))
      if (isCacheable.test(sql) && cache.size < 500) cache.set(sql, statement)
      return statement
    },
  }
}

function adapt(statement: StatementSync) {
  const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]): unknown[] => statement.all(...bind(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...bind(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...bind(parameters)),
  }
}
