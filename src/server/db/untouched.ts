import { sql } from 'kysely'
import type { Tables } from './tables.ts'
import type { Tx } from './write.ts'

/** A table by its name; the last ones are the authentication library's. */
export type TableName = keyof Tables | 'user' | 'verification'

/** Whether none of these tables holds a row, as the transaction sees it. */
export async function isUntouched(tx: Tx, tables: readonly TableName[]): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await sql`select 1 as one from ${sql.table(table)} limit 1`.execute(tx)
    if (rows.length > 0) return false
  }
  return true
}
