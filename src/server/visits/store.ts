import { statement } from '../db/statement.ts'
import type { Reader, Tables } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'

/** How often something happened on a day such as `2026-11-22`. */
export type DailyCount = Tables['daily_count']

/** Adds to what other processes have counted. Always in the same order, so that none of them waits in a circle. */
export async function addCounts(tx: Tx, counts: readonly DailyCount[]): Promise<void> {
  const keyOf = ({ day, subject }: DailyCount) => `${day} ${subject}`
  for (const count of counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) await addCount(tx, count)
}

const addCount = statement((db, count: DailyCount) =>
  db
    .insertInto('daily_count')
    .values(count)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'subject'])
        .doUpdateSet((eb) => ({ count: eb('daily_count.count', '+', eb.ref('excluded.count')) })),
    ),
)

/** All of some days; as many rows as there are pages. */
export function countsFrom(db: Reader, first: string, last: string): Promise<DailyCount[]> {
  return db.selectFrom('daily_count').selectAll().where('day', '>=', first).where('day', '<=', last).execute()
}

/** Removes the oldest days before one, some at a time: a clock that is wrong for an hour takes little with it. */
export async function removeBefore(tx: Tx, day: string, most: number): Promise<void> {
  const oldest = tx.selectFrom('daily_count').select('day').distinct().where('day', '<', day).orderBy('day').limit(most)
  await tx.deleteFrom('daily_count').where('day', 'in', oldest).execute()
}
