import { type RawBuilder, sql } from 'kysely'
import { type RateLimit, SITE_WIDE_LIMIT_PERIOD_SECONDS } from '#contract/core/rate-limit.ts'
import { rateLimits } from '#contract/rate-limits.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'

/** A rule with times in ms. Attempts beyond `freeAttempts` wait `firstPause`, then twice as long, and so on. */
export type RateLimitRule = { maxAttempts: number; window: number; freeAttempts: number; firstPause: number }

/** The key and the rule of one count. */
export type RateLimitKeyAndRule = { key: string; rule: RateLimitRule }

/** The longest window of any count, in ms. */
const MAX_WINDOW =
  Math.max(
    SITE_WIDE_LIMIT_PERIOD_SECONDS.day,
    ...Object.values<RateLimit>(rateLimits).flatMap(({ address, account }) => [address.seconds, account?.seconds ?? 0]),
  ) * 1000

/** How many expired rows one attempt may remove. Each attempt adds at most five. */
const MAX_REMOVED_PER_ATTEMPT = 8

// Each function is one statement outside the shared write transactions. Otherwise two processes that count the same
// keys in a different order would wait for each other.

/** Counts an attempt and returns 0. If none is left, counts nothing and returns the ms until the next. */
export async function countAttempt(
  db: DatabaseReader,
  key: string,
  { maxAttempts, window, freeAttempts, firstPause }: RateLimitRule,
): Promise<number> {
  const now = Date.now()
  const isOver = sql`(attempt_counter.window_ends_at <= ${now} or attempt_counter.window_ends_at > ${computeLatestPlausibleTime(now, window)})`
  // Free attempts skip the time check, so that clocks that differ a little block no visitor.
  const isDue = sql`(attempt_counter.count < ${freeAttempts} or
    ${now} >= attempt_counter.window_ends_at - ${window} + ${firstPause} * (1 << (attempt_counter.count - ${freeAttempts})))`
  const { rows } = await sql`
    insert into attempt_counter (key, count, window_ends_at) values (${key}, 1, ${now + window})
    on conflict (key) do update set
      count = case when ${isOver} then 1 else attempt_counter.count + 1 end,
      window_ends_at = case when ${isOver} then ${now + window} else attempt_counter.window_ends_at end
    where ${isOver} or (attempt_counter.count < ${maxAttempts} and ${isDue})
    returning count`.execute(db)
  if (rows.length > 0) return 0
  return Math.max(
    1,
    await findUsedUpRateLimit(db, [{ key, rule: { maxAttempts, window, freeAttempts, firstPause } }]).then(({ wait }) => wait),
  )
}

/** Returns the first used-up count and the ms until its next attempt. `wait` is 0 if none is used up. */
export async function findUsedUpRateLimit(
  db: DatabaseReader,
  counts: readonly RateLimitKeyAndRule[],
): Promise<{ key: string | undefined; wait: number }> {
  const now = Date.now()
  const keys = counts.map(({ key }) => key)
  const rows = await db.selectFrom('attempt_counter').selectAll().where('key', 'in', keys).execute()
  for (const { key, rule } of counts) {
    const row = rows.find((one) => one.key === key)
    const wait = row ? computeWait(row, rule, now) : 0
    if (wait > 0) return { key, wait }
  }
  return { key: undefined, wait: 0 }
}

/** Returns how long a count stays used up, in ms. */
function computeWait(
  row: { count: number; window_ends_at: number },
  { maxAttempts, window, freeAttempts, firstPause }: RateLimitRule,
  now: number,
): number {
  if (row.window_ends_at <= now || row.window_ends_at > computeLatestPlausibleTime(now, window)) return 0
  if (row.count < freeAttempts) return 0
  const pause = firstPause * 2 ** (row.count - freeAttempts)
  return Math.max(0, (row.count < maxAttempts ? row.window_ends_at - window + pause : row.window_ends_at) - now)
}

export async function uncountAttempt(db: DatabaseReader, key: string): Promise<void> {
  const decrement = db.updateTable('attempt_counter').set(({ eb }) => ({ count: eb('count', '-', 1) }))
  await decrement.where('key', '=', key).where('count', '>', 0).execute()
}

export async function clearAttemptCount(db: DatabaseReader, key: string): Promise<void> {
  await db.deleteFrom('attempt_counter').where('key', '=', key).execute()
}

/** Removes some expired rows, so that the table stays small. */
export async function removeExpiredRateLimitCounts(db: DatabaseReader, type: 'sqlite' | 'postgres'): Promise<void> {
  const now = Date.now()
  const skipLocked = type === 'postgres' ? sql`for update skip locked` : sql``
  const selectExpiredKeys = (isOver: RawBuilder<unknown>) =>
    sql`select key from (select key from attempt_counter where ${isOver} limit ${MAX_REMOVED_PER_ATTEMPT} ${skipLocked}) as found`
  // Two selects, because each uses the index and a combined condition wouldn't.
  const expiredKeys = selectExpiredKeys(sql`window_ends_at <= ${now}`)
  const implausibleKeys = selectExpiredKeys(sql`window_ends_at > ${computeLatestPlausibleTime(now, MAX_WINDOW)}`)
  await sql`delete from attempt_counter where key in (${expiredKeys} union all ${implausibleKeys})`.execute(db)
}
