import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openDatabase } from '#server/migrations/open-database.ts'
import { addFutureMigration } from './future-migration.ts'

// Migrates a database as the next version would. DIE_AT names the statement before which the process kills itself.
const dieAt = Number(process.env.DIE_AT ?? Number.POSITIVE_INFINITY)
let statementCount = 0
function countStatement(): void {
  if (++statementCount === dieAt) process.kill(process.pid, 'SIGKILL')
}

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args) {
  const statement = prepare.apply(this, args)
  for (const methodName of ['run', 'all'] as const) {
    const runStatement = statement[methodName].bind(statement) as (...values: never[]) => never
    statement[methodName] = (...values: never[]) => {
      countStatement()
      return runStatement(...values)
    }
  }
  return statement
}
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  countStatement()
  return query.apply(this, args)
} as never

addFutureMigration()
process.stdout.write('begin\n')
const db = await openDatabase({ dataDir: process.env.DATA_DIR ?? '', databaseUrl: process.env.DATABASE_URL })
await db.close()
process.stdout.write(`${statementCount}\n`)
