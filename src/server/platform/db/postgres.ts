import { Kysely, PostgresDialect } from 'kysely'
import type { BeforeMigration, Database } from './database.ts'
import { migrate, newestMigration } from './migrate.ts'
import { openPool, poolsTo, postgresDialect, QUERY_TIMEOUT } from './postgres-driver.ts'
import { sessionLock } from './postgres-process-lock.ts'
import { versionOnRequest } from './postgres-version.ts'
import type { Tables } from './tables.ts'
import { createWriter, emptyWriteCounts } from './write.ts'

/** How many connections each kind of work may take: a kind that waits takes none from the others. */
const READING = 6
const STATEMENTS = 4
/** One for the group of the moment, one for what waits for a held row. */
const GROUPS = 2

/** Opens a PostgreSQL database. */
export function openPostgres(url: string): Database {
  const limits = { query_timeout: QUERY_TIMEOUT }
  const createPool = poolsTo(url)
  const reads = createPool({ max: READING, ...limits })
  const statements = createPool({ max: STATEMENTS, ...limits })
  const main = new Kysely<Tables>({ dialect: postgresDialect({ reads, writes: statements }) })
  const groups = createPool({ max: GROUPS, ...limits })
  const version = versionOnRequest(createPool)
  const processLock = sessionLock(createPool)
  const writeCounts = emptyWriteCounts()
  return {
    type: 'postgres',
    main,
    read: main,
    write: createWriter(new Kysely<Tables>({ dialect: postgresDialect({ reads, writes: groups }) }), {
      hasRowLocks: true,
      counts: writeCounts,
    }),
    writeCounts,
    connections: () => Object.entries({ reads, statements, groups }).map(([use, pool]) => ({ use, ...pool.counts() })),
    schema: newestMigration(),
    contentVersion: version,
    processLock,
    prepare: (before) => migrateWithoutLimits(url, before),
    checkpoint: async () => {},
    close: async () => {
      await Promise.all([version.close(), processLock.release(), groups.close(), main.destroy()])
    },
  }
}

/** A migration may take longer than any statement of a visitor's, and waits for whoever migrates already. */
async function migrateWithoutLimits(url: string, before: BeforeMigration | undefined): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, { max: 1 }) }) })
  try {
    await migrate(db, 'postgres', before)
  } finally {
    await db.destroy()
  }
}
