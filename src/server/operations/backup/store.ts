import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, Kysely, sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import { applyMigrations } from '#platform/db/migrate.ts'
import type { DatabaseSchema } from '#platform/db/migration.ts'
import type { DatabaseSnapshot } from '#platform/db/read-database-snapshot.ts'
import { createSqliteDialect } from '#platform/db/sqlite-driver.ts'
import type { DatabaseTables } from '#platform/db/tables.ts'
import { databaseSchema, migrations } from '../../migrations/migrations.ts'
import type { BackupCellValue } from './backup-format.ts'

export type TableNameAndColumns = { table: string; columns: string[] }

/** How many rows are in memory at a time. Rows with bytes are images, so fewer fit. */
const BATCH_ROWS = 500
const BATCH_ROWS_WITH_BYTES = 8
/** SQLite allows 32,766 values in a statement, PostgreSQL 65,535. */
const MAX_STATEMENT_VALUES = 30_000

/**
 * Returns the tables that these migrations create, by name. Reads them from an empty database in memory. The list is
 * therefore the same for both databases and excludes tables of other programs.
 */
export async function listTablesOfMigrations(steps: readonly string[]): Promise<TableNameAndColumns[]> {
  const memory = new DatabaseSync(':memory:')
  try {
    const db = new Kysely<DatabaseTables>({ dialect: createSqliteDialect(memory) })
    await applyMigrations(db, 'sqlite', pickMigrations(steps))
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

/** Returns the names of migrations that this version doesn't have. */
export function listUnknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !migrations.some((migration) => migration.name === name))
}

/** Reads every row of a table in batches, in any order. */
export function readTableRows({ type, db }: DatabaseSnapshot, shape: TableNameAndColumns): AsyncGenerator<BackupCellValue[][]> {
  return type === 'sqlite' ? readSqliteRows(db, shape) : readPostgresRows(db, shape)
}

type Row = Record<string, BackupCellValue>

async function* readSqliteRows(
  db: DatabaseSnapshot['db'],
  { table, columns }: TableNameAndColumns,
): AsyncGenerator<BackupCellValue[][]> {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  for (let last = -(2n ** 63n); ; ) {
    const { rows } = await sql<Row>`
      select rowid as "rowid of it", ${names} from ${sql.table(table)} where rowid > ${last}
      order by rowid limit ${getBatchSize(columns)}`.execute(db)
    if (rows.length > 0) yield rows.map((row) => columns.map((name) => row[name] ?? null))
    if (rows.length < getBatchSize(columns)) return
    last = BigInt(rows.at(-1)?.['rowid of it'] as bigint)
  }
}

async function* readPostgresRows(
  db: DatabaseSnapshot['db'],
  { table, columns }: TableNameAndColumns,
): AsyncGenerator<BackupCellValue[][]> {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await sql`declare backup_rows no scroll cursor for select ${names} from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(getBatchSize(columns))} from backup_rows`.execute(db)
    if (rows.length > 0) yield rows.map((row) => columns.map((name) => row[name] ?? null))
    if (rows.length < getBatchSize(columns)) break
  }
  await sql`close backup_rows`.execute(db)
}

function getBatchSize(columns: readonly string[]): number {
  return columns.includes('bytes') ? BATCH_ROWS_WITH_BYTES : BATCH_ROWS
}

/** Creates the tables of these migrations without the rows that the migrations insert. */
export async function createTablesOfMigrations(
  tx: Tx,
  type: DatabaseSnapshot['type'],
  steps: readonly string[],
  shapes: readonly TableNameAndColumns[],
): Promise<void> {
  await applyMigrations(tx, type, pickMigrations(steps))
  for (const { table } of shapes) await sql`delete from ${sql.table(table)}`.execute(tx)
}

/** The SQL is written by hand, because building a statement of a thousand values takes longer than running it. */
export async function insertRows(
  tx: Tx,
  type: DatabaseSnapshot['type'],
  { table, columns }: TableNameAndColumns,
  rows: readonly BackupCellValue[][],
): Promise<void> {
  const maxRows = Math.floor(MAX_STATEMENT_VALUES / columns.length)
  for (let from = 0; from < rows.length; from += maxRows) {
    const batch = rows.slice(from, from + maxRows)
    const value = (row: number, column: number) => (type === 'sqlite' ? '?' : `$${row * columns.length + column + 1}`)
    const values = batch.map((_, row) => `(${columns.map((_name, column) => value(row, column)).join()})`)
    const text = `insert into "${table}" (${columns.map((name) => `"${name}"`).join()}) values ${values.join()}`
    await tx.executeQuery(CompiledQuery.raw(text, batch.flat()))
  }
}

/**
 * Runs `work` without foreign key checks, so that rows may come in any order, then checks every reference. Throws if a
 * reference has no target. The caller must turn off SQLite's own checks.
 */
export async function withoutForeignKeys(tx: Tx, type: DatabaseSnapshot['type'], work: () => Promise<void>): Promise<void> {
  if (type === 'sqlite') {
    await work()
    const { rows } = await sql<{ table: string }>`select "table" from pragma_foreign_key_check`.execute(tx)
    if (rows.length > 0) throw new Error(`Rows of ${rows[0]?.table} refer to missing rows.`)
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

/** Returns the size in bytes. */
export async function getPostgresDatabaseSize({ db }: DatabaseSnapshot): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

function pickMigrations(names: readonly string[]): DatabaseSchema {
  return { ...databaseSchema, migrations: migrations.filter(({ name }) => names.includes(name)) }
}
