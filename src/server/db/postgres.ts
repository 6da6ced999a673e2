import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { watchVersion } from './postgres-version.ts'
import type { Tables } from './tables.ts'
import { createWriter } from './write.ts'

const INT8 = 20

/** Opens a PostgreSQL database; every connection of the pool may read and write. */
export function openPostgres(url: string): Database {
  // Times and counts come as int8, which fits a JavaScript number until the year 287396.
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  const pool = new pg.Pool({ connectionString: url, types, max: 10, connectionTimeoutMillis: 5_000 })
  // An idle connection that breaks is replaced by the pool; unhandled, its error would end the process.
  pool.on('error', () => {})
  const main = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const version = watchVersion(url, main)
  return {
    type: 'postgres',
    main,
    read: main,
    write: createWriter(main),
    contentVersion: version,
    close: async () => {
      await version.close()
      await main.destroy()
    },
  }
}
