import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/platform/db/db.ts'
import { openPool } from '../../../src/server/platform/db/postgres-driver.ts'
import { sqliteDialect } from '../../../src/server/platform/db/sqlite-driver.ts'
import type { Tables } from '../../../src/server/platform/db/tables.ts'
import { onEveryDatabase } from '../../support/databases.ts'
import { rounds, tell } from '../../support/faults/measure.ts'
import { nextMigration } from '../../support/next-migration.ts'
import { sized } from '../../support/proof-size.ts'

type Environment = Record<string, string>

/** At how many statements the process dies; asked for the whole, at each of them. */
const KILLS = sized({ short: 4, whole: Number.POSITIVE_INFINITY })
const PROGRAM = fileURLToPath(new URL('../../support/migrating-process.ts', import.meta.url))

onEveryDatabase('a migration', (database) => {
  it('that is killed at any statement leaves the old schema or the new one, and a rerun succeeds', {
    timeout: 1_800_000,
  }, async () => {
    const environment = await database.environment()
    const [old, rehearsal] = [await makeOld(environment), await database.environment()]
    await makeOld(rehearsal)
    const { statements, ...ended } = await migrate(rehearsal)
    expect([ended, statements > 0]).toEqual([{ code: 0, signal: null }, true])
    const current = await schemaOf(rehearsal)
    expect(current).not.toEqual(old)

    const found = { old: 0, new: 0 }
    const places = spreadOver(statements, KILLS)
    for (const nth of rounds(places.length, `migration, ${database.name}`)) {
      const dieAt = places[nth] ?? 0
      // Once it is done no later statement would be reached.
      const here = found.new === 0 ? environment : await database.environment()
      if (found.new > 0) await makeOld(here)
      expect(await migrate(here, dieAt)).toMatchObject({ signal: 'SIGKILL' })
      const left = await schemaOf(here)
      expect([dieAt, left === old || left === current]).toEqual([dieAt, true])
      found[left === old ? 'old' : 'new']++
    }
    expect(await migrate(environment)).toMatchObject({ code: 0 })
    expect(await schemaOf(environment)).toEqual(current)
    tell({
      fault: 'migration',
      on: database.name,
      measured: `killed at ${found.old + found.new} of ${statements} statements: ${found.old} times the old schema, ${found.new} times the new one, never another; a rerun succeeded`,
      isKept: true,
    })
  })

  it('of two processes that start at once is made once, also where one of them is killed', { timeout: 120_000 }, async () => {
    const schemas = new Set<string>()
    for (const dieAt of [undefined, 60]) {
      const environment = await database.environment()
      await makeOld(environment)
      const [one, other] = await Promise.all([migrate(environment), migrate(environment, dieAt)])
      expect(one.code).toBe(0)
      if (dieAt === undefined) expect(other.code).toBe(0)
      schemas.add(await schemaOf(environment))
    }
    expect([...schemas]).toEqual([expect.stringMatching(new RegExp(`${nextMigration.name}$`))])
  })
})

/** Up to so many of the numbers from 1 on, as far apart as that allows. */
function spreadOver(last: number, most: number): number[] {
  const count = Math.min(last, most)
  return Array.from({ length: count }, (_, nth) => (count === last ? nth + 1 : 1 + Math.round((nth * (last - 1)) / (count - 1))))
}

/** Starts a process that migrates, and dies before a statement if it is told to; answers how it ended, and how many statements there were. */
async function migrate(environment: Environment, dieAt?: number) {
  const env = { ...process.env, ...environment, ...(dieAt !== undefined && { DIE_AT: String(dieAt) }) }
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code, signal, statements: Number(said.split('\n')[1]) }
}

/** Makes a database of this version; returns its schema. */
async function makeOld(environment: Environment): Promise<string> {
  await (await openDatabase({ dataDir: environment.DATA_DIR ?? '', databaseUrl: environment.DATABASE_URL })).close()
  return schemaOf(environment)
}

/** Returns all tables with their columns, and the names of the applied migrations. */
async function schemaOf(environment: Environment): Promise<string> {
  const db = openUnmigrated(environment)
  const tables = await db.introspection.getTables()
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  await db.destroy()
  const columns = tables.flatMap(({ name, columns }) => columns.map((column) => `${name} ${column.name} ${column.dataType}`))
  return [...columns.toSorted(), ...rows.map(({ name }) => name)].join('\n')
}

/** Without bringing anything up to date. */
function openUnmigrated({ DATA_DIR = '', DATABASE_URL }: Environment): Kysely<Tables> {
  const dialect =
    DATABASE_URL === undefined
      ? sqliteDialect(new DatabaseSync(join(DATA_DIR, 'rankstead.db'), { timeout: 5_000 }))
      : new PostgresDialect({ pool: openPool(DATABASE_URL, { max: 1 }) })
  return new Kysely<Tables>({ dialect })
}
