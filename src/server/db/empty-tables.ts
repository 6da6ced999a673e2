import { sql } from 'kysely'
import type { TableName } from './tables.ts'
import type { Tx } from './write.ts'

/** Whether none of these tables holds a row, as the transaction sees it. */
export async function areTablesEmpty(tx: Tx, tables: readonly TableName[]): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`select 1 as one from ${sql.table(table)} limit 1`.execute(tx)
    if (rows.length > 0) return false
  }
  return true
}
