import { type RawBuilder, sql } from 'kysely'
import type { TableName } from './tables.ts'
import type { Tx } from './write.ts'

/** What is removed together: older than `before` (epoch ms), at most so many rows; `hasRowLocks` as for writes. */
export type OldRows = { before: number; most: number; hasRowLocks: boolean }

/** Rows of a table that age by the time in column `at`. `isDate`: it is a date of the authentication library. */
export type RowsByAge = { table: TableName; key: readonly string[]; at: string; and?: RawBuilder<unknown>; isDate?: boolean }

/**
 * Removes the oldest rows of a table, in one statement, by the index on `at`; what somebody else holds is left for the
 * next time. Answers the rows that went.
 */
export async function removeOldest<R>(tx: Tx, where: RowsByAge, { before, most, hasRowLocks }: OldRows): Promise<R[]> {
  const { table, at, and = sql`true`, isDate = false } = where
  const key = sql.join(where.key.map((name) => sql.ref(name)))
  const then = isDate ? new Date(before).toISOString() : before
  const skip = hasRowLocks ? sql`for update skip locked` : sql``
  const { rows } = await sql<R>`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from (
        select ${key} from ${sql.table(table)} where ${sql.ref(at)} < ${then} and ${and}
        order by ${sql.ref(at)} limit ${most} ${skip}
      ) as old
    ) returning *`.execute(tx)
  return rows
}
