import { Kysely, PostgresDialect } from 'kysely'
import type { UnmigratedDatabase } from './database.ts'
import { createDatabaseWriter, createDatabaseWriteStatistics } from './database-writer.ts'
import { migrateDatabase } from './migrate.ts'
import { createPostgresContentVersionReader } from './postgres-content-version-reader.ts'
import { createPostgresDialect } from './postgres-driver.ts'
import { createPostgresLivenessLock } from './postgres-liveness-lock.ts'
import { createPostgresPoolFactory, openPostgresPool, POSTGRES_QUERY_TIMEOUT_MS } from './postgres-pools.ts'
import type { DatabaseTables } from './tables.ts'

/** How many connections each kind of work may use. A kind that waits blocks no other kind. */
const READ_CONNECTIONS = 6
const STATEMENT_CONNECTIONS = 4
/** One for the current group, one for writes that wait for a locked row. */
const WRITE_GROUP_CONNECTIONS = 2

export function openPostgres(url: string): UnmigratedDatabase {
  const limits = { query_timeout: POSTGRES_QUERY_TIMEOUT_MS }
  const createPool = createPostgresPoolFactory(url)
  const reads = createPool({ max: READ_CONNECTIONS, ...limits })
  const statements = createPool({ max: STATEMENT_CONNECTIONS, ...limits })
  const main = new Kysely<DatabaseTables>({ dialect: createPostgresDialect({ reads, writes: statements }) })
  const groups = createPool({ max: WRITE_GROUP_CONNECTIONS, ...limits })
  const version = createPostgresContentVersionReader(createPool)
  const processLock = createPostgresLivenessLock(createPool)
  const writeCounts = createDatabaseWriteStatistics()
  return {
    type: 'postgres',
    main,
    read: main,
    write: createDatabaseWriter(new Kysely<DatabaseTables>({ dialect: createPostgresDialect({ reads, writes: groups }) }), {
      hasRowLocks: true,
      counts: writeCounts,
    }),
    writeCounts,
    connections: () => Object.entries({ reads, statements, groups }).map(([use, pool]) => ({ use, ...pool.countConnections() })),
    contentVersion: version,
    processLock,
    prepare: (...migration) => migrateWithoutLimits(url, ...migration),
    checkpoint: async () => {},
    close: async () => {
      await Promise.all([version.close(), processLock.release(), groups.close(), main.destroy()])
    },
  }
}

/** Migrates without time limits. Waits while another process migrates. */
async function migrateWithoutLimits(url: string, ...migration: Parameters<UnmigratedDatabase['prepare']>): Promise<void> {
  const db = new Kysely<DatabaseTables>({ dialect: new PostgresDialect({ pool: openPostgresPool(url, { max: 1 }) }) })
  try {
    await migrateDatabase(db, 'postgres', ...migration)
  } finally {
    await db.destroy()
  }
}
