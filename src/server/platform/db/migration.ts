import { hash } from 'node:crypto'

/**
 * One change of the schema, as SQL for both databases. Each statement ends with a semicolon at the end of a line. Braces
 * mark a type whose name differs between them.
 */
export type Migration = {
  /** The name of the migration's file, without `.ts`. */
  name: string
  sql: string
}

/** The first release with a migration, and the SHA-256 of its statements for each database. */
type ReleasedMigration = { name: string; version: string; sqlite: string; postgres: string }

/** What a program knows: its migrations in order, and the released ones. */
export type DatabaseSchema = { migrations: readonly Migration[]; released: readonly ReleasedMigration[] }

/**
 * The authentication library stores dates and booleans natively in PostgreSQL, and as text and number in SQLite.
 * `bytewiseText` sorts by bytes, as all text does in SQLite.
 */
const COLUMN_TYPES: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, string>>>> = {
  sqlite: { date: 'date', boolean: 'integer', bytes: 'blob', bytewiseText: 'text' },
  postgres: { date: 'timestamptz', boolean: 'boolean', bytes: 'bytea', bytewiseText: 'text collate "C"' },
}

export function listMigrationStatements({ sql }: Migration, type: 'sqlite' | 'postgres'): string[] {
  return sql
    .replaceAll(/\{(\w+)\}/g, (braces, name: string) => COLUMN_TYPES[type][name] ?? braces)
    .split(/;$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

/** Returns the SHA-256 of the statements, with whitespace collapsed. */
export function hashMigration(migration: Migration, type: 'sqlite' | 'postgres'): string {
  return hash('sha256', listMigrationStatements(migration, type).join(';').replace(/\s+/g, ' '))
}
