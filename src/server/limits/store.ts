import { type RawBuilder, sql } from 'kysely'
import { type Limit, limits } from '../../contract/limits.ts'
import { latestPlausible } from '../db/clock.ts'
import type { Reader } from '../db/tables.ts'

/** A rule in ms: attempts beyond `free` are due `firstPause`, then twice that, and so on, after the window began. */
export type Rule = { most: number; window: number; free: number; firstPause: number }

/** The longest window of any limit, in ms. */
const LONGEST_WINDOW =
  Math.max(...Object.values<Limit>(limits).flatMap(({ address, account }) => [address.seconds, account?.seconds ?? 0])) * 1000

/** Rows whose window is over that one attempt may remove; each attempt adds at most two. */
const CLEANED_AT_ONCE = 8

// Counts of attempts. Each function is one statement outside the shared write transactions: two processes that count
// the same keys in another order would otherwise wait for each other.

/** Counts an attempt; answers 0, or the ms until the next one is due, in which case nothing was counted. */
export async function takeAttempt(db: Reader, key: string, { most, window, free, firstPause }: Rule): Promise<number> {
  const now = Date.now()
  const isOver = sql`(attempt_limit.window_ends_at <= ${now} or attempt_limit.window_ends_at > ${latestPlausible(now, window)})`
  // Free attempts ask for no time, so that clocks that differ a little refuse nobody.
  const isDue = sql`(attempt_limit.count < ${free} or
    ${now} >= attempt_limit.window_ends_at - ${window} + ${firstPause} * (1 << (attempt_limit.count - ${free})))`
  const { rows } = await sql`
    insert into attempt_limit (key, count, window_ends_at) values (${key}, 1, ${now + window})
    on conflict (key) do update set
      count = case when ${isOver} then 1 else attempt_limit.count + 1 end,
      window_ends_at = case when ${isOver} then ${now + window} else attempt_limit.window_ends_at end
    where ${isOver} or (attempt_limit.count < ${most} and ${isDue})
    returning count`.execute(db)
  if (rows.length > 0) return 0
  const row = await db.selectFrom('attempt_limit').selectAll().where('key', '=', key).executeTakeFirst()
  if (!row) return 1
  const pause = row.count < free ? 0 : firstPause * 2 ** (row.count - free)
  const at = row.count < most ? row.window_ends_at - window + pause : row.window_ends_at
  return Math.max(1, at - now)
}

/** Uncounts one attempt. */
export async function refundAttempt(db: Reader, key: string): Promise<void> {
  const counted = db.updateTable('attempt_limit').set(({ eb }) => ({ count: eb('count', '-', 1) }))
  await counted.where('key', '=', key).where('count', '>', 0).execute()
}

export async function clearAttempts(db: Reader, key: string): Promise<void> {
  await db.deleteFrom('attempt_limit').where('key', '=', key).execute()
}

/** Removes some rows whose window is over, so that the table is as large as what is going on now. */
export async function removeEnded(db: Reader, type: 'sqlite' | 'postgres'): Promise<void> {
  const now = Date.now()
  const skip = type === 'postgres' ? sql`for update skip locked` : sql``
  const some = (isOver: RawBuilder<unknown>) =>
    sql`select key from (select key from attempt_limit where ${isOver} limit ${CLEANED_AT_ONCE} ${skip}) as found`
  // One after the other: each finds its rows by the index, which the two in one condition would not.
  const ended = some(sql`window_ends_at <= ${now}`)
  const implausible = some(sql`window_ends_at > ${latestPlausible(now, LONGEST_WINDOW)}`)
  await sql`delete from attempt_limit where key in (${ended} union all ${implausible})`.execute(db)
}
