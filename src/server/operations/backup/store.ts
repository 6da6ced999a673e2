import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { applyMigrations } from '../../platform/db/migrate.ts'
import type { Migration } from '../../platform/db/migrations/migration.ts'
import { migrations } from '../../platform/db/migrations/migrations.ts'
import type { Snapshot } from '../../platform/db/snapshot.ts'
import { sqliteDialect } from '../../platform/db/sqlite-driver.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Value } from './archive-format.ts'

export type Shape = { table: string; columns: string[] }

/** How many rows are in memory at a time; fewer of those with bytes, which are pictures. */
const ROWS = 500
const ROWS_WITH_BYTES = 8
/** SQLite takes 32,766 values in a statement, PostgreSQL 65,535. */
const MOST_VALUES = 30_000

/**
 * The tables that these migrations make, by name. Asked of an empty database in memory: so it is the same list in the
 * same order for both databases, and other programs' tables are not in it.
 */
export async function shapesAfter(steps: readonly string[]): Promise<Shape[]> {
  const memory = new DatabaseSync(':memory:')
  try {
    const db = new Kysely<Tables>({ dialect: sqliteDialect(memory) })
    await applyMigrations(db, 'sqlite', pick(steps))
    const { rows } = await sql<{ table: string; column: string }>`
      select m.name as "table", c.name as "column" from sqlite_schema m join pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\' and m.name <> 'migration'
      order by m.name, c.cid`.execute(db)
    return [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => ({
      table,
      columns: columns.map(({ column }) => column),
    }))
  } finally {
    memory.close()
  }
}

/** Returns those of these migrations that this version does not have. */
export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !migrations.some((known) => known.name === name))
}

/** Every row of a table, some at a time, in whatever order they lie. */
export function rowsOf({ type, db }: Snapshot, shape: Shape): AsyncGenerator<Value[][]> {
  return type === 'sqlite' ? rowsInFile(db, shape) : rowsByCursor(db, shape)
}

type Row = Record<string, Value>

async function* rowsInFile(db: Snapshot['db'], { table, columns }: Shape): AsyncGenerator<Value[][]> {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  for (let last = -(2n ** 63n); ; ) {
    const { rows } = await sql<Row>`
      select rowid as "rowid of it", ${names} from ${sql.table(table)} where rowid > ${last}
      order by rowid limit ${atOnce(columns)}`.execute(db)
    if (rows.length > 0) yield rows.map((row) => columns.map((name) => row[name] ?? null))
    if (rows.length < atOnce(columns)) return
    last = BigInt(rows.at(-1)?.['rowid of it'] as bigint)
  }
}

async function* rowsByCursor(db: Snapshot['db'], { table, columns }: Shape): AsyncGenerator<Value[][]> {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await sql`declare backup_rows no scroll cursor for select ${names} from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(atOnce(columns))} from backup_rows`.execute(db)
    if (rows.length > 0) yield rows.map((row) => columns.map((name) => row[name] ?? null))
    if (rows.length < atOnce(columns)) break
  }
  await sql`close backup_rows`.execute(db)
}

function atOnce(columns: readonly string[]): number {
  return columns.includes('bytes') ? ROWS_WITH_BYTES : ROWS
}

/** Makes the tables of these migrations, without the rows that the migrations put into them. */
export async function makeEmptyTables(
  tx: Tx,
  type: Snapshot['type'],
  steps: readonly string[],
  shapes: readonly Shape[],
): Promise<void> {
  await applyMigrations(tx, type, pick(steps))
  for (const { table } of shapes) await sql`delete from ${sql.table(table)}`.execute(tx)
}

/** Written by hand: to have a statement of a thousand values built takes longer than to run it. */
export async function insertRows(
  tx: Tx,
  type: Snapshot['type'],
  { table, columns }: Shape,
  rows: readonly Value[][],
): Promise<void> {
  const most = Math.floor(MOST_VALUES / columns.length)
  for (let from = 0; from < rows.length; from += most) {
    const some = rows.slice(from, from + most)
    const value = (row: number, column: number) => (type === 'sqlite' ? '?' : `$${row * columns.length + column + 1}`)
    const values = some.map((_, row) => `(${columns.map((_name, column) => value(row, column)).join()})`)
    const text = `insert into "${table}" (${columns.map((name) => `"${name}"`).join()}) values ${values.join()}`
    await tx.executeQuery(CompiledQuery.raw(text, some.flat()))
  }
}

/**
 * Runs `work` while rows may come in any order, and then has the database look at every reference at once. Throws where one
 * leads nowhere. SQLite's own checks must be off.
 */
export async function withoutReferences(tx: Tx, type: Snapshot['type'], work: () => Promise<void>): Promise<void> {
  if (type === 'sqlite') {
    await work()
    const { rows } = await sql<{ table: string }>`select "table" from pragma_foreign_key_check`.execute(tx)
    if (rows.length > 0) throw new Error(`Rows of ${rows[0]?.table} belong to rows that are not there.`)
    return
  }
  const { rows: references } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx)
  for (const { table, name } of references) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(tx)
  await work()
  for (const { table, name, definition } of references) {
    await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(tx)
  }
}

/** In bytes. */
export async function sizeOfPostgres({ db }: Snapshot): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

function pick(names: readonly string[]): Migration[] {
  return migrations.filter(({ name }) => names.includes(name))
}
