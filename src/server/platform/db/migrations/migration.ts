/** The types that the two databases name differently. `bytewiseText` sorts by bytes, as all text does in SQLite. */
export type ColumnTypes = { date: string; boolean: string; bytes: string; bytewiseText: string }

/** One change of the schema, as SQL for both databases. Each statement ends with a semicolon at the end of a line. */
export type Migration = {
  /** The name of its file, without `.ts`. */
  name: string
  sql: (types: ColumnTypes) => string
}

/** The authentication library gives PostgreSQL dates and booleans, and SQLite their text and number. */
const COLUMN_TYPES: Readonly<Record<'sqlite' | 'postgres', ColumnTypes>> = {
  sqlite: { date: 'date', boolean: 'integer', bytes: 'blob', bytewiseText: 'text' },
  postgres: { date: 'timestamptz', boolean: 'boolean', bytes: 'bytea', bytewiseText: 'text collate "C"' },
}

/** Returns the statements of a migration for one kind of database. */
export function statementsOf({ sql }: Migration, type: 'sqlite' | 'postgres'): string[] {
  return sql(COLUMN_TYPES[type])
    .split(/;$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
