import { sql } from 'kysely'
import type { DatabaseReader, TableName } from './tables.ts'

export async function areTablesEmpty(db: DatabaseReader, tables: readonly TableName[]): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`select 1 as one from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}
