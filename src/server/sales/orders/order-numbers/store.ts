import type { Tx } from '#platform/db/database-writer.ts'
import { definePreparedStatement } from '#platform/db/prepared-statement.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'

const bumpLastNumber = definePreparedStatement((db) =>
  db
    .updateTable('order_sequence')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .where('id', '=', 1)
    .returning(['last_number', 'last_month']),
)

/**
 * Allots the next order number, without gaps. It updates the row that `lockOrderCounters` locks. `month` comes from the
 * clock, such as `2026-01`. If the clock was set back, the order counts in the newest month.
 */
export async function allotOrderNumber(tx: Tx, month: string): Promise<{ number: number; month: string }> {
  const [counter] = await bumpLastNumber(tx, {})
  if (!counter) throw new Error('The table order_sequence has no row.')
  const { last_number, last_month } = counter
  if (month <= last_month) return { number: last_number, month: last_month }
  await tx.updateTable('order_sequence').set({ last_month: month }).where('id', '=', 1).execute()
  await tx.insertInto('order_month').values({ month, first_number: last_number }).execute()
  return { number: last_number, month }
}

/** Returns the range of a month's order numbers, `to` excluded. Undefined if the month has no orders. */
export async function findOrderNumberRangeOfMonth(
  db: DatabaseReader,
  month: string,
): Promise<{ from: number; to: number } | undefined> {
  const months = db.selectFrom('order_month').select(['month', 'first_number']).where('month', '>=', month)
  const [first, next] = await months.orderBy('month').limit(2).execute()
  return first?.month === month ? { from: first.first_number, to: next?.first_number ?? Number.MAX_SAFE_INTEGER } : undefined
}
