import { type RawBuilder, sql } from 'kysely'
import { latestPlausible } from '../db/clock.ts'
import type { Reader, TableName } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { pauseAfter, pausesBelowLongest, type QueueTiming } from './timing.ts'

/** When a job that was given up is tried again. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** The columns of every table that is a queue, beside `claimed_by`, which only claims know. Times are epoch milliseconds. */
export type Job = {
  id: string | number
  /** How often it was begun. */
  attempts: number
  /** When it may be begun next; moved ahead by the process that begins it, so that no second one does. */
  due_at: number
  /** Since when a process is at it, until that is settled, or that process is found to have ended. */
  claimed_at: number | null
}

/** A table that is a queue. It needs an index that begins with what `isOpen` asks for, if anything, and `due_at`. */
export type JobTable = {
  name: TableName
  /** Which rows are still to be done; all where it is left out. */
  isOpen?: RawBuilder<unknown>
}

/** What the outcome of an attempt changes about when there is another. */
export type Settlement = Partial<Pick<Job, 'due_at' | 'attempts'>>

/** Whether a job waits whose time has come. Asked before a claim, because a claim takes the write lock. */
export async function isAnyDue(db: Reader, table: JobTable, timing: QueueTiming, now: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table.name)} where ${isDue(table, timing, now)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Claims the jobs that have been due for longest, in that order, for the lease. Both kinds of due jobs are the beginning
 * of a range of the index, however many wait. Whether they are due still is asked again, so that of two processes one
 * wins; hidden in a `case`, or an index would lead that question through them all.
 */
export async function claimDue<J extends Job>(
  tx: Tx,
  table: JobTable,
  timing: QueueTiming,
  { now, most, by }: { now: number; most: number; by: string | undefined },
): Promise<J[]> {
  const name = sql.table(table.name)
  const first = (condition: RawBuilder<boolean>) =>
    sql`select id from (select id from ${name} where ${openIn(table)} and ${condition} order by due_at limit ${most}) as due`
  const due = await sql<Pick<Job, 'id'>>`
    select id from (${first(isReached(now))} union all ${first(isTooFarAhead(timing, now))}) as all_due limit ${most}`.execute(tx)
  const ids = due.rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows } = await sql<J>`
    update ${name} set due_at = ${now + timing.lease}, claimed_at = ${now}, claimed_by = ${by ?? null}, attempts = attempts + 1
    where case when ${isDue(table, timing, now)} then 1 end = 1 and id in (${sql.join(ids)})
    returning *`.execute(tx)
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** Ends our claim of a job. False where it is ours no longer: whoever claimed it after our time was over decides. */
export async function settle(tx: Tx, table: JobTable, job: Job, change: Settlement): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table.name)}
    set claimed_at = null, claimed_by = null, due_at = ${change.due_at ?? job.due_at}, attempts = ${change.attempts ?? job.attempts}
    where id = ${job.id} and due_at = ${job.due_at} and ${openIn(table)}
    returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Frees what a process had begun that has ended. The first attempt is repeated at once, a later one after the pause of a
 * failure: a job that ends whoever does it must not end one process after the other. Nothing is put off by it.
 */
export async function freeClaimsOf(tx: Tx, table: JobTable, timing: QueueTiming, by: string): Promise<void> {
  const name = sql.table(table.name)
  const { rows } = await sql<Job>`
    select id, attempts, due_at from ${name} where claimed_by = ${by} and ${openIn(table)}`.execute(tx)
  for (const { id, attempts, due_at } of rows) {
    const pause = attempts > 1 ? pauseAfter(attempts - 1, timing) : 0
    await sql`
      update ${name} set claimed_at = null, claimed_by = null, due_at = ${Math.min(due_at, Date.now() + pause)}
      where id = ${id}`.execute(tx)
  }
}

export type Depth = { due: number; oldest: number }

/** More than so many are not counted, so that asking costs little however many wait. */
const MOST_COUNTED = 10_000

/** Read on the index that claims use. */
export async function depthOf(db: Reader, table: JobTable): Promise<Depth> {
  const now = Date.now()
  const due = sql`select due_at from ${sql.table(table.name)} where ${openIn(table)} and ${isReached(now)} order by due_at`
  const { rows } = await sql<{ count: number; first: number | null }>`
    select count(*) as count, min(due_at) as first from (${due} limit ${MOST_COUNTED}) as due`.execute(db)
  const [{ count = 0, first = null } = {}] = rows
  return { due: Number(count), oldest: first === null ? 0 : now - first }
}

function isDue(table: JobTable, timing: QueueTiming, now: number): RawBuilder<boolean> {
  return sql`${openIn(table)} and (${isReached(now)} or ${isTooFarAhead(timing, now)})`
}

function isReached(now: number): RawBuilder<boolean> {
  return sql`due_at <= ${now}`
}

/**
 * Whether a job's time lies further ahead than what set it could have: the lease of a claim, the pause after so many
 * failures, or nothing for a new job. What was given up is never due.
 */
function isTooFarAhead(timing: QueueTiming, now: number): RawBuilder<boolean> {
  const { lease, firstPause, longestPause } = timing
  const longestWait = sql`case when claimed_at is not null then ${lease} when attempts = 0 then 0
    when attempts > ${pausesBelowLongest(timing)} then ${longestPause} else ${firstPause} * (1 << (attempts - 1)) end`
  const latest = latestPlausible(now)
  // The bare comparisons say nothing more; an index on `due_at` understands them.
  return sql`(due_at > ${latest} and due_at < ${NEVER} and due_at - ${longestWait} > ${latest})`
}

function openIn({ isOpen }: JobTable): RawBuilder<unknown> {
  return isOpen ?? sql`true`
}
