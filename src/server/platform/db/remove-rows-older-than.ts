import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database-writer.ts'
import type { TableName } from './tables.ts'

/** Limits of one removal: rows older than `before` (epoch ms), at most `maxRows`. `hasRowLocks` is true for PostgreSQL. */
export type RowRemovalLimits = { before: number; maxRows: number; hasRowLocks: boolean }

/** Rows of a table that age by `at`, a column or an indexed expression. `isDate`: the authentication library stores it as a date. */
export type AgedRows = {
  table: TableName
  key: readonly string[]
  at: string | RawBuilder<number>
  extraCondition?: RawBuilder<unknown>
  isDate?: boolean
}

/**
 * Deletes the oldest rows of a table in one statement, by the index on `at`. Leaves locked rows for the next run. Returns
 * the deleted rows.
 */
export async function removeRowsOlderThan<R>(
  tx: Tx,
  where: AgedRows,
  { before, maxRows, hasRowLocks }: RowRemovalLimits,
): Promise<R[]> {
  const { table, at, extraCondition = sql`true`, isDate = false } = where
  const key = sql.join(where.key.map((name) => sql.ref(name)))
  const time = typeof at === 'string' ? sql.ref(at) : at
  const cutoff = isDate ? new Date(before).toISOString() : before
  const skipLocked = hasRowLocks ? sql`for update skip locked` : sql``
  const { rows } = await sql<R>`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from (
        select ${key} from ${sql.table(table)} where ${time} < ${cutoff} and ${extraCondition}
        order by ${time} limit ${maxRows} ${skipLocked}
      ) as old
    ) returning *`.execute(tx)
  return rows
}
