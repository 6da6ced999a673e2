import { type RawBuilder, sql } from 'kysely'
import { computeLatestPlausibleTime } from '../db/clock-checks.ts'
import type { Tx } from '../db/database-writer.ts'
import type { DatabaseReader, TableName } from '../db/tables.ts'
import { computeRetryPause, countDoublingPauses, type QueueTiming } from './queue-timing.ts'

/** When a job that was given up is tried again. */
export const NEVER_DUE = Number.MAX_SAFE_INTEGER

/** The columns of every table that is a queue, beside `claimed_by`, which only claims know. Times are epoch milliseconds. */
export type QueueJob = {
  id: string | number
  /** How often it was begun. */
  attempts: number
  /** When it may be begun next; moved ahead by the process that begins it, so that no second one does. */
  due_at: number
  /** Since when a process is at it, until that is settled, or that process is found to have ended. */
  claimed_at: number | null
}

/** A table that is a queue. It needs an index that begins with what `isOpen` asks for, if anything, and `due_at`. */
export type JobQueueTable = {
  name: TableName
  /** Which rows are still to be done; all where it is left out. */
  openCondition?: RawBuilder<unknown>
}

/** What the outcome of an attempt changes about when there is another. */
export type JobUpdate = Partial<Pick<QueueJob, 'due_at' | 'attempts'>>

/** Whether a job waits whose time has come. Asked before a claim, because a claim takes the write lock. */
export async function hasDueJobs(db: DatabaseReader, table: JobQueueTable, timing: QueueTiming, now: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${sql.table(table.name)} where ${buildDueCondition(table, timing, now)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Claims the jobs that have been due for longest, in that order, for the lease. Both kinds of due jobs are the beginning
 * of a range of the index, however many wait. Whether they are due still is asked again, so that of two processes one
 * wins; hidden in a `case`, or an index would lead that question through them all.
 */
export async function claimDueJobs<J extends QueueJob>(
  tx: Tx,
  table: JobQueueTable,
  timing: QueueTiming,
  { now, maxJobs, claimedBy }: { now: number; maxJobs: number; claimedBy: string | undefined },
): Promise<J[]> {
  const name = sql.table(table.name)
  const first = (condition: RawBuilder<boolean>) =>
    sql`select id from (select id from ${name} where ${getOpenCondition(table)} and ${condition} order by due_at limit ${maxJobs}) as due`
  const due = await sql<Pick<QueueJob, 'id'>>`
    select id from (${first(buildTimeReachedCondition(now))} union all ${first(buildImplausibleTimeCondition(timing, now))}) as all_due limit ${maxJobs}`.execute(
    tx,
  )
  const ids = due.rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows } = await sql<J>`
    update ${name} set due_at = ${now + timing.lease}, claimed_at = ${now}, claimed_by = ${claimedBy ?? null}, attempts = attempts + 1
    where case when ${buildDueCondition(table, timing, now)} then 1 end = 1 and id in (${sql.join(ids)})
    returning *`.execute(tx)
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** Ends our claim of a job. False where it is ours no longer: whoever claimed it after our time was over decides. */
export async function settleClaim(tx: Tx, table: JobQueueTable, job: QueueJob, change: JobUpdate): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table.name)}
    set claimed_at = null, claimed_by = null, due_at = ${change.due_at ?? job.due_at}, attempts = ${change.attempts ?? job.attempts}
    where id = ${job.id} and due_at = ${job.due_at} and ${getOpenCondition(table)}
    returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Frees what a process had begun that has ended. The first attempt is repeated at once, a later one after the pause of a
 * failure: a job that ends whoever does it must not end one process after the other. Nothing is put off by it.
 */
export async function releaseClaims(tx: Tx, table: JobQueueTable, timing: QueueTiming, claimedBy: string): Promise<void> {
  const name = sql.table(table.name)
  const { rows } = await sql<QueueJob>`
    select id, attempts, due_at from ${name} where claimed_by = ${claimedBy} and ${getOpenCondition(table)}`.execute(tx)
  for (const { id, attempts, due_at } of rows) {
    const pause = attempts > 1 ? computeRetryPause(attempts - 1, timing) : 0
    await sql`
      update ${name} set claimed_at = null, claimed_by = null, due_at = ${Math.min(due_at, Date.now() + pause)}
      where id = ${id}`.execute(tx)
  }
}

export type QueueDepth = { due: number; oldestAge: number }

/** More than so many are not counted, so that asking costs little however many wait. */
const MAX_COUNTED_JOBS = 10_000

/** Read on the index that claims use. */
export async function readQueueDepth(db: DatabaseReader, table: JobQueueTable): Promise<QueueDepth> {
  const now = Date.now()
  const due = sql`select due_at from ${sql.table(table.name)} where ${getOpenCondition(table)} and ${buildTimeReachedCondition(now)} order by due_at`
  const { rows } = await sql<{ count: number; first: number | null }>`
    select count(*) as count, min(due_at) as first from (${due} limit ${MAX_COUNTED_JOBS}) as due`.execute(db)
  const [{ count = 0, first = null } = {}] = rows
  return { due: Number(count), oldestAge: first === null ? 0 : now - first }
}

function buildDueCondition(table: JobQueueTable, timing: QueueTiming, now: number): RawBuilder<boolean> {
  return sql`${getOpenCondition(table)} and (${buildTimeReachedCondition(now)} or ${buildImplausibleTimeCondition(timing, now)})`
}

function buildTimeReachedCondition(now: number): RawBuilder<boolean> {
  return sql`due_at <= ${now}`
}

/**
 * Whether a job's time lies further ahead than what set it could have: the lease of a claim, the pause after so many
 * failures, or nothing for a new job. What was given up is never due.
 */
function buildImplausibleTimeCondition(timing: QueueTiming, now: number): RawBuilder<boolean> {
  const { lease, firstPause, longestPause } = timing
  const longestWait = sql`case when claimed_at is not null then ${lease} when attempts = 0 then 0
    when attempts > ${countDoublingPauses(timing)} then ${longestPause} else ${firstPause} * (1 << (attempts - 1)) end`
  const latestPlausibleTime = computeLatestPlausibleTime(now)
  // The bare comparisons say nothing more; an index on `due_at` understands them.
  return sql`(due_at > ${latestPlausibleTime} and due_at < ${NEVER_DUE} and due_at - ${longestWait} > ${latestPlausibleTime})`
}

function getOpenCondition({ openCondition }: JobQueueTable): RawBuilder<unknown> {
  return openCondition ?? sql`true`
}
