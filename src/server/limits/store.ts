import { type RawBuilder, sql } from 'kysely'
import { type Limit, limits, PERIOD_SECONDS } from '../../contract/grammar/limits.ts'
import { latestPlausible } from '../platform/db/clock.ts'
import type { Reader } from '../platform/db/tables.ts'

/** A rule in ms: attempts beyond `free` are due `firstPause`, then twice that, and so on, after the window began. */
export type Rule = { most: number; window: number; free: number; firstPause: number }

/** A key that an attempt counts for, and its rule. */
export type Counted = { key: string; rule: Rule }

/** The longest window of any count, in ms. */
const LONGEST_WINDOW =
  Math.max(
    PERIOD_SECONDS.day,
    ...Object.values<Limit>(limits).flatMap(({ address, account }) => [address.seconds, account?.seconds ?? 0]),
  ) * 1000

/** How many ended rows one attempt may remove. Each attempt adds at most four. */
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
  return Math.max(1, await waitOf(db, [{ key, rule: { most, window, free, firstPause } }]).then(({ wait }) => wait))
}

/** Returns the first count that is used up and the ms until its next attempt; a `wait` of 0 if none is. */
export async function waitOf(db: Reader, counts: readonly Counted[]): Promise<{ key: string | undefined; wait: number }> {
  const now = Date.now()
  const keys = counts.map(({ key }) => key)
  const rows = await db.selectFrom('attempt_limit').selectAll().where('key', 'in', keys).execute()
  for (const { key, rule } of counts) {
    const row = rows.find((one) => one.key === key)
    const wait = row ? remaining(row, rule, now) : 0
    if (wait > 0) return { key, wait }
  }
  return { key: undefined, wait: 0 }
}

/** Returns how long a count stays used up, in ms. */
function remaining(
  row: { count: number; window_ends_at: number },
  { most, window, free, firstPause }: Rule,
  now: number,
): number {
  if (row.window_ends_at <= now || row.window_ends_at > latestPlausible(now, window)) return 0
  if (row.count < free) return 0
  const pause = firstPause * 2 ** (row.count - free)
  return Math.max(0, (row.count < most ? row.window_ends_at - window + pause : row.window_ends_at) - now)
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
