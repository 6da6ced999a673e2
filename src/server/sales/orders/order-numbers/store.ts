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

/** Allots the next order number, without gaps. It updates the row that `lockOrderCounters` locks. */
export async function allotOrderNumber(tx: Tx, month: string): Promise<number> {
  const [counter] = await bumpLastNumber(tx, {})
  if (!counter) throw new Error('The table order_sequence has no row.')
  const { last_number, last_month } = counter
  // The previous version finds the orders of a month by its first number (decision 38).
  if (month > last_month) {
    await tx.updateTable('order_sequence').set({ last_month: month }).where('id', '=', 1).execute()
    await tx.insertInto('order_month').values({ month, first_number: last_number }).execute()
  }
  return last_number
}

export async function findLastOrderNumber(db: DatabaseReader): Promise<number> {
  return (await db.selectFrom('order_sequence').select('last_number').executeTakeFirstOrThrow()).last_number
}

type NumberRange = { from: number; to: number }

/**
 * Returns the range that holds a month's order numbers, `to` excluded. After a wrong clock, it also holds orders of other
 * months. Undefined if the month has no orders.
 */
export async function findOrderNumberRangeOfMonth(db: DatabaseReader, month: string): Promise<NumberRange | undefined> {
  const numbers = db.selectFrom('orders').where('month', '=', month).select('number').limit(1)
  const newest = await numbers.orderBy('number', 'desc').executeTakeFirst()
  const oldest = await numbers.orderBy('number').executeTakeFirst()
  return newest && oldest && { from: oldest.number, to: newest.number + 1 }
}
