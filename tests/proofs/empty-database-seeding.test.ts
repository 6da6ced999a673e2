import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { areTablesEmpty } from '#platform/db/are-tables-empty.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { TableName } from '#platform/db/tables.ts'
import type { ServerModule } from '#platform/module.ts'
import { readConfig } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { createTestModules } from '../support/product-modules.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('an empty database', (kind) => {
  let database: Database
  let other: Database
  let modules: readonly ServerModule[]
  let dataTables: readonly TableName[]
  let seed: () => Promise<boolean>
  let failureCount = 0

  beforeAll(async () => {
    const environment = await kind.environment()
    const config = readConfig(environment)
    database = await openDatabase(config)
    other = await openDatabase(config)
    const write = (async (work: never, once?: never) => {
      try {
        return await database.write(work, once)
      } catch (error) {
        failureCount += 1
        throw error
      }
    }) as Database['write']
    const testModules = await createTestModules(environment, { ...database, write })
    modules = testModules.modules
    dataTables = testModules.dataTables
    seed = () => testModules.transfer.seed('demo', dataTables)
  })
  afterAll(() => Promise.all([database.close(), other.close()]))

  const runQuery = async <T>(query: RawBuilder<T>) => (await query.execute(database.main)).rows
  const listTables = async () =>
    kind.name === 'SQLite'
      ? runQuery(sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      : runQuery(sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`)
  it('has only tables that a module lists', async () => {
    const listedTables = modules.flatMap(({ name, dataTables: data = [], stateTables: state = [] }) =>
      [...data, ...state].map((table) => ({ table, name })),
    )
    const existing = (await listTables()).map(({ name }) => name)
    const missing = existing.filter((name) => !listedTables.some(({ table }) => table === name))
    const extra = listedTables.filter(({ table }) => !existing.includes(table))
    const duplicates = listedTables.filter(({ table }, nth) => listedTables.findIndex((one) => one.table === table) !== nth)
    expect([
      ...missing.map((table) => `List ${table} in dataTables or stateTables of the module that owns it, below src/server.`),
      ...extra.map(({ table, name }) => `src/server/${name} lists ${table}, which no migration makes.`),
      ...duplicates.map(({ table, name }) => `src/server/${name} lists ${table}, which another module lists too.`),
    ]).toEqual([])
    expect(dataTables).toContain('user')
  })

  it('is no longer empty once any table has a row', async () => {
    expect(await database.write((tx) => areTablesEmpty(tx, dataTables))).toBe(true)
    const emptinessByTable: Partial<Record<TableName, boolean>> = {}
    for (const table of dataTables) {
      const rolledBackWrite = database.write(async (tx) => {
        await insertAny(tx, table)
        emptinessByTable[table] = await areTablesEmpty(tx, dataTables)
        throw new Error('rolled back')
      })
      await expect(rolledBackWrite).rejects.toThrow('rolled back')
    }
    expect(emptinessByTable).toEqual(Object.fromEntries(dataTables.map((table) => [table, false])))
    expect(await database.write((tx) => areTablesEmpty(tx, dataTables))).toBe(true)
  })

  it('gets demo content once no other process locks it, even after a long wait', async () => {
    const lockTransaction = await other.main.startTransaction().execute()
    await lockTransaction.updateTable('content_version').set({ id: 1 }).execute()
    const seeding = seed()
    await expect.poll(() => failureCount).toBeGreaterThan(0)
    await lockTransaction.rollback().execute()
    expect(await seeding).toBe(true)
    // A second start doesn't bump the version, so other processes keep their cached pages.
    const version = await other.contentVersion.refresh()
    expect([await seed(), await other.contentVersion.refresh()]).toEqual([false, version])
  })

  /** Inserts a row with a value in every column. */
  async function insertAny(tx: Tx, table: TableName): Promise<void> {
    const columns =
      kind.name === 'SQLite'
        ? await sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table})`.execute(tx)
        : await sql<{ name: string; type: string }>`
            select column_name as name, data_type as type from information_schema.columns where table_name = ${table}`.execute(tx)
    const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
    const values = sql.join(columns.rows.map(({ type }) => buildAnyValue(type)))
    await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(tx)
  }
})

function buildAnyValue(type: string): RawBuilder<unknown> {
  if (/boolean/i.test(type)) return sql`true`
  if (/timestamp|date/i.test(type)) return sql`current_timestamp`
  return /int/i.test(type) ? sql`1` : sql`'x'`
}
