import { sql } from 'kysely'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'

/** Dumps all rows by table, sorted by their text. Leaves out the times of migrations. */
export async function dumpDatabase(environment: Record<string, string>): Promise<Record<string, string[]>> {
  const { main, type, close } = await openDatabase(readConfig(environment))
  const { rows: tables } =
    type === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(main)
      : await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(main)
  const rowsByTable: Record<string, string[]> = {}
  for (const { name } of tables.filter((one) => one.name !== 'migration')) {
    const positionAsText = type === 'sqlite' && name === 'content_record' ? sql`, cast(position as text) as exactly` : sql``
    const { rows } = await sql`select * ${positionAsText} from ${sql.table(name)}`.execute(main).catch(async () =>
      // The driver can't read an SQLite integer above 2^53, so this column becomes text.
      sql`select id, kind, data, cast(position as text) as position, updated_at from ${sql.table(name)}`.execute(main),
    )
    rowsByTable[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  await close()
  return rowsByTable
}
