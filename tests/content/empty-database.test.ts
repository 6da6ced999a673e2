import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config/config.ts'
import { createModules } from '../../src/server/modules.ts'
import { createHashing } from '../../src/server/people/auth/hashing.ts'
import { type Database, openDatabase } from '../../src/server/platform/db/db.ts'
import { areTablesEmpty } from '../../src/server/platform/db/empty-tables.ts'
import type { TableName } from '../../src/server/platform/db/tables.ts'
import type { Tx } from '../../src/server/platform/db/write.ts'
import { loadRenderer } from '../../src/server/site/pages/render.ts'
import { onEveryDatabase } from '../support/databases.ts'

/** What a database holds that nobody entered: its own state, keys, counts, and what can be told or worked out again. */
const NOBODYS = [
  'app_secret',
  'attempt_limit',
  'content_version',
  'daily_count',
  'draft_publication',
  'index_now_page',
  'index_now_turn',
  'invoice_books',
  'jwks',
  'last_save',
  'migration',
  'milestone',
  'order_books',
  'order_counter',
  'order_customer',
  'order_month',
  'page_change',
  'process',
  'provider_queue',
  'provider_task',
  'recount_job',
  'request_outcome',
  'retention_job',
  'save_probe',
  'set_up_code',
  'unlisted_proxy',
]
const quiet = { line: () => {}, problem: () => {} }

onEveryDatabase('an untouched database', (kind) => {
  let database: Database
  let other: Database
  let dataTables: readonly TableName[]
  let seed: () => Promise<boolean>
  let refused = 0

  beforeAll(async () => {
    const config = readConfig(await kind.environment())
    database = await openDatabase(config)
    other = await openDatabase(config)
    const renderer = await loadRenderer()
    const write = (async (work: never, once?: never) => {
      try {
        return await database.write(work, once)
      } catch (error) {
        refused += 1
        throw error
      }
    }) as Database['write']
    const watched = { ...database, write }
    const modules = await createModules({ config, database: watched, renderer, log: quiet, hashing: createHashing() })
    dataTables = modules.dataTables
    seed = () => modules.content.seed('demo', dataTables)
  })
  afterAll(() => Promise.all([database.close(), other.close()]))

  const rows = async <T>(query: RawBuilder<T>) => (await query.execute(database.main)).rows
  const tables = async () =>
    kind.name === 'SQLite'
      ? rows(sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      : rows(sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`)
  /** Tables of which a row belongs to a row of another, so that this one says it for both. */
  const dependents = async () =>
    kind.name === 'SQLite'
      ? rows(sql<{ name: string }>`
          select distinct m.name from sqlite_master m join pragma_foreign_key_list(m.name) where m.type = 'table'`)
      : rows(sql<{ name: string }>`select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f'`)

  it('is asked for in every table that could hold what somebody entered', async () => {
    const bare = ({ name }: { name: string }) => name.replaceAll('"', '')
    const exempt = new Set([...NOBODYS, ...(await dependents()).map(bare)])
    const asked = (await tables()).map(bare).filter((name) => !exempt.has(name))
    expect([...dataTables].sort()).toEqual(asked.sort())
    expect(asked).toContain('user')
  })

  it('is touched by one row in any of them', async () => {
    expect(await database.write((tx) => areTablesEmpty(tx, dataTables))).toBe(true)
    const answers: Partial<Record<TableName, boolean>> = {}
    for (const table of dataTables) {
      const looked = database.write(async (tx) => {
        await insertAny(tx, table)
        answers[table] = await areTablesEmpty(tx, dataTables)
        throw new Error('only looked')
      })
      await expect(looked).rejects.toThrow('only looked')
    }
    expect(answers).toEqual(Object.fromEntries(dataTables.map((table) => [table, false])))
    expect(await database.write((tx) => areTablesEmpty(tx, dataTables))).toBe(true)
  })

  it('is filled once nobody keeps it from that, also where that takes longer than a save waits, and not again', async () => {
    const held = await other.main.startTransaction().execute()
    await held.updateTable('content_version').set({ id: 1 }).execute()
    const seeding = seed()
    await expect.poll(() => refused, { timeout: 15_000 }).toBeGreaterThan(0)
    await held.rollback().execute()
    expect(await seeding).toBe(true)
    // A start changes nothing for those who run already: what they have rendered stays.
    const version = await other.contentVersion.refresh()
    expect([await seed(), await other.contentVersion.refresh()]).toEqual([false, version])
  })

  /** A row of which every column holds something. */
  async function insertAny(tx: Tx, table: TableName): Promise<void> {
    const columns =
      kind.name === 'SQLite'
        ? await sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table})`.execute(tx)
        : await sql<{ name: string; type: string }>`
            select column_name as name, data_type as type from information_schema.columns where table_name = ${table}`.execute(tx)
    const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
    const values = sql.join(columns.rows.map(({ type }) => anyOf(type)))
    await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(tx)
  }
})

function anyOf(type: string): RawBuilder<unknown> {
  if (/boolean/i.test(type)) return sql`true`
  if (/timestamp|date/i.test(type)) return sql`current_timestamp`
  return /int/i.test(type) ? sql`1` : sql`'x'`
}
