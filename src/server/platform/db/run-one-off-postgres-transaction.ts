import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tx } from './database-writer.ts'
import { openPostgresPool } from './postgres-pools.ts'
import type { DatabaseTables } from './tables.ts'

const BOOL = 16
const INT8 = 20
const TIMESTAMPTZ = 1184

/**
 * Converts PostgreSQL's values to those of SQLite: booleans to 0 and 1, times to ISO 8601 text, and whole numbers exactly.
 * Times have milliseconds, or microseconds if there are any. They must come in ISO style and UTC.
 */
const types = new pg.TypeOverrides()
types.setTypeParser(BOOL, (text) => (text === 't' ? 1 : 0))
types.setTypeParser(INT8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)))
types.setTypeParser(TIMESTAMPTZ, (text) => {
  const [, day, time, fraction = ''] = /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/.exec(text) ?? []
  if (!day) throw new Error(`A time in the database cannot be read: ${text}`)
  return `${day}T${time}.${fraction.padEnd(fraction.length > 3 ? 6 : 3, '0')}Z`
})

/** Runs `work` in one transaction on its own connection. A read-only one sees the database at one point in time. */
export async function runOneOffPostgresTransaction<T>(
  url: string,
  isReadOnly: boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const db = new Kysely<DatabaseTables>({ dialect: new PostgresDialect({ pool: openPostgresPool(url, { max: 1, types }) }) })
  const transaction = isReadOnly
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    : db.transaction()
  try {
    return await transaction.execute(async (tx) => {
      await sql`set local timezone = 'UTC'`.execute(tx)
      await sql`set local datestyle = 'ISO'`.execute(tx)
      return work(tx)
    })
  } finally {
    await db.destroy()
  }
}
