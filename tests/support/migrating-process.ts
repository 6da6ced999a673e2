import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { listNextMigration } from './next-migration.ts'

// A process of the next version that brings a database up to date, says when it begins and how many statements that took, and dies by
// SIGKILL right before the one that DIE_AT names, if it does.
const dieAt = Number(process.env.DIE_AT ?? Number.POSITIVE_INFINITY)
let statements = 0
function count(): void {
  if (++statements === dieAt) process.kill(process.pid, 'SIGKILL')
}

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...given) {
  const statement = prepare.apply(this, given)
  for (const way of ['run', 'all'] as const) {
    const carryOut = statement[way].bind(statement) as (...values: never[]) => never
    statement[way] = (...values: never[]) => {
      count()
      return carryOut(...values)
    }
  }
  return statement
}
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  count()
  return query.apply(this, given)
} as never

listNextMigration()
process.stdout.write('begin\n')
const db = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
await db.close()
process.stdout.write(`${statements}\n`)
