import { sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import { definePreparedStatement } from '#platform/db/prepared-statement.ts'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'

/** How often a subject occurred on a day such as `2026-11-22`. */
type DailyCount = DatabaseTables['daily_count']

/** Adds to the stored counts. Writes in a fixed order, so that processes don't deadlock. */
export async function addDailyVisitCounts(tx: Tx, counts: readonly DailyCount[]): Promise<void> {
  const buildKey = ({ day, subject }: DailyCount) => `${day} ${subject}`
  const inOrder = counts.toSorted((a, b) => (buildKey(a) < buildKey(b) ? -1 : 1))
  for (const count of inOrder) await takeLock(tx, 'daily counts', () => addDailyCount(tx, count))
}

const addDailyCount = definePreparedStatement((db, count: DailyCount) =>
  db
    .insertInto('daily_count')
    .values(count)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'subject'])
        .doUpdateSet((eb) => ({ count: eb('daily_count.count', '+', eb.ref('excluded.count')) })),
    ),
)

const isPageSubject = sql<boolean>`subject like '/%'`
/** The subject for the sum of all pages. */
export const ALL_PAGES_VISITS_SUBJECT = '/'

/** Sums counts per day and event, from `first` to `last`. The sum of all pages has the subject `ALL_PAGES_VISITS_SUBJECT`. */
export async function sumCountsByDay(db: DatabaseReader, first: string, last: string): Promise<DailyCount[]> {
  const subject = sql<string>`case when ${isPageSubject} then ${sql.lit(ALL_PAGES_VISITS_SUBJECT)} else subject end`
  const sums = db
    .selectFrom('daily_count')
    .select(({ fn }) => ['day', subject.as('of'), fn.sum<number>('count').as('count')])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy(['day', subject])
  return (await sums.execute()).map(({ day, of, count }) => ({ day, subject: of, count: Number(count) }))
}

/** Sums visits per page, from `first` to `last`. The most visited page comes first. */
export async function listPagesByVisits(
  db: DatabaseReader,
  first: string,
  last: string,
): Promise<{ path: string; visits: number }[]> {
  const sums = db
    .selectFrom('daily_count')
    .select(({ fn }) => ['subject as path', fn.sum<number>('count').as('visits')])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where(isPageSubject)
    .groupBy('subject')
    .orderBy('visits', 'desc')
    .orderBy('subject')
  return (await sums.execute()).map(({ path, visits }) => ({ path, visits: Number(visits) }))
}

/** Deletes at most `maxDays` of the oldest days, so that a wrong clock deletes little. */
export async function deleteOldDailyCounts(tx: Tx, day: string, maxDays: number): Promise<void> {
  const oldest = tx.selectFrom('daily_count').select('day').distinct().where('day', '<', day).orderBy('day').limit(maxDays)
  await tx.deleteFrom('daily_count').where('day', 'in', oldest).execute()
}
