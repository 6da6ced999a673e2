import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, it } from 'vitest'
import { openPostgresPool } from '#platform/db/postgres-pools.ts'
import { createSqliteDialect } from '#platform/db/sqlite-driver.ts'
import type { DatabaseTables } from '#platform/db/tables.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { iterateRounds, reportToRunner } from '../../support/faults/fault-report.ts'
import { futureMigration } from '../../support/future-migration.ts'
import { pickSize } from '../../support/proof-size.ts'
import { describeOnEachDatabase } from '../../support/test-databases.ts'

type Environment = Record<string, string>

/** At how many statements the process dies. Full proofs use every statement. */
const KILL_COUNT = pickSize({ short: 4, whole: Number.POSITIVE_INFINITY })
const MIGRATING_PROCESS = fileURLToPath(new URL('../../support/migrating-process.ts', import.meta.url))

describeOnEachDatabase('a migration', (database) => {
  it('that is killed at any statement leaves the old schema or the new one, and a rerun succeeds', async () => {
    const environment = await database.environment()
    const [old, rehearsal] = [await createCurrentDatabase(environment), await database.environment()]
    await createCurrentDatabase(rehearsal)
    const { statements, ...exit } = await migrate(rehearsal)
    expect([exit, statements > 0]).toEqual([{ code: 0, signal: null }, true])
    const current = await readSchema(rehearsal)
    expect(current).not.toEqual(old)

    const schemaCounts = { old: 0, new: 0 }
    const killPoints = spreadEvenly(statements, KILL_COUNT)
    for (const nth of iterateRounds(killPoints.length, `migration, ${database.name}`)) {
      const dieAt = killPoints[nth] ?? 0
      // A migrated database reaches no later statement, so the next round needs a new one.
      const target = schemaCounts.new === 0 ? environment : await database.environment()
      if (schemaCounts.new > 0) await createCurrentDatabase(target)
      expect(await migrate(target, dieAt)).toMatchObject({ signal: 'SIGKILL' })
      const schema = await readSchema(target)
      expect([dieAt, schema === old || schema === current]).toEqual([dieAt, true])
      schemaCounts[schema === old ? 'old' : 'new']++
    }
    expect(await migrate(environment)).toMatchObject({ code: 0 })
    expect(await readSchema(environment)).toEqual(current)
    reportToRunner({
      fault: 'migration',
      on: database.name,
      measured: `killed at ${schemaCounts.old + schemaCounts.new} of ${statements} statements: ${schemaCounts.old} times the old schema, ${schemaCounts.new} times the new one, never another; a rerun succeeded`,
      isKept: true,
    })
  })

  it('runs once when two processes start at once, even if one is killed', async () => {
    const schemas = new Set<string>()
    for (const dieAt of [undefined, 60]) {
      const environment = await database.environment()
      await createCurrentDatabase(environment)
      const [one, other] = await Promise.all([migrate(environment), migrate(environment, dieAt)])
      expect(one.code).toBe(0)
      if (dieAt === undefined) expect(other.code).toBe(0)
      schemas.add(await readSchema(environment))
    }
    expect([...schemas]).toEqual([expect.stringMatching(new RegExp(`${futureMigration.name}$`))])
  })
})

/** Returns up to `maxCount` numbers from 1 to `last`, spread evenly. */
function spreadEvenly(last: number, maxCount: number): number[] {
  const count = Math.min(last, maxCount)
  return Array.from({ length: count }, (_, nth) => (count === last ? nth + 1 : 1 + Math.round((nth * (last - 1)) / (count - 1))))
}

/** Runs a process that migrates. With `dieAt`, it dies before that statement. Returns how it ended and its number of statements. */
async function migrate(environment: Environment, dieAt?: number) {
  const env = { ...process.env, ...environment, ...(dieAt !== undefined && { DIE_AT: String(dieAt) }) }
  const child = spawn(process.execPath, [MIGRATING_PROCESS], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code, signal, statements: Number(output.split('\n')[1]) }
}

/** Creates a database of this version and returns its schema. */
async function createCurrentDatabase(environment: Environment): Promise<string> {
  await (await openDatabase({ dataDir: environment.DATA_DIR ?? '', databaseUrl: environment.DATABASE_URL })).close()
  return readSchema(environment)
}

/** Returns all tables with their columns, and the names of the applied migrations. */
async function readSchema(environment: Environment): Promise<string> {
  const db = openUnmigrated(environment)
  const tables = await db.introspection.getTables()
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  await db.destroy()
  const columns = tables.flatMap(({ name, columns }) => columns.map((column) => `${name} ${column.name} ${column.dataType}`))
  return [...columns.toSorted(), ...rows.map(({ name }) => name)].join('\n')
}

/** Opens a database without migrating it. */
function openUnmigrated({ DATA_DIR = '', DATABASE_URL }: Environment): Kysely<DatabaseTables> {
  const dialect =
    DATABASE_URL === undefined
      ? createSqliteDialect(new DatabaseSync(join(DATA_DIR, 'rankstead.db'), { timeout: 60_000 }))
      : new PostgresDialect({ pool: openPostgresPool(DATABASE_URL, { max: 1 }) })
  return new Kysely<DatabaseTables>({ dialect })
}
