import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database-writer.ts'
import { takeLock } from '../db/lock-order.ts'
import type { DatabaseReader, JobColumns, TableName } from '../db/tables.ts'
import { computeLatestPlausibleTime } from '../db/wrong-clock-protection.ts'
import { computeMaxPauseDoublings, computeRetryPause, type QueueTiming } from './queue-timing.ts'

/** The due time of a job that was given up. */
export const NEVER_DUE = Number.MAX_SAFE_INTEGER

/** The columns of every queue table. Only claims use the further column `claimed_by`. Times are in epoch ms. */
export type QueueJobColumns = JobColumns & { id: string | number }

/** A table that is a queue. It needs an index on the columns of `openCondition`, if any, followed by `due_at`. */
export type JobQueueTableDefinition = {
  name: TableName
  /** Selects the unfinished rows. All rows are unfinished without it. */
  openCondition?: RawBuilder<unknown>
}

/** What an attempt changes about the next one. */
export type JobRetryUpdate = Partial<Pick<QueueJobColumns, 'due_at' | 'attempts'>>

/** Returns whether a job is due. Runs before a claim, because a claim takes the write lock. */
export async function hasDueJobs(
  db: DatabaseReader,
  table: JobQueueTableDefinition,
  timing: QueueTiming,
  now: number,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${sql.table(table.name)} where ${buildDueCondition(table, timing, now)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Claims the oldest due jobs in order, for the lease. Each kind of due job is the start of an index range, so long queues
 * cost nothing. The update checks again that the jobs are due, so that one of two processes wins. The `case` keeps the
 * database from using the index for that check, which would read all rows.
 */
export async function claimDueJobs<J extends QueueJobColumns>(
  tx: Tx,
  table: JobQueueTableDefinition,
  timing: QueueTiming,
  { now, maxJobs, claimedBy }: { now: number; maxJobs: number; claimedBy: string | undefined },
): Promise<J[]> {
  const name = sql.table(table.name)
  const first = (condition: RawBuilder<boolean>) =>
    sql`select id from (select id from ${name} where ${getOpenCondition(table)} and ${condition} order by due_at limit ${maxJobs}) as due`
  const due = await sql<Pick<QueueJobColumns, 'id'>>`
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

/** Ends our claim of a job. Returns false if our lease ended and another process claimed the job. That process then decides. */
export async function settleJobClaim(
  tx: Tx,
  table: JobQueueTableDefinition,
  job: QueueJobColumns,
  change: JobRetryUpdate,
): Promise<boolean> {
  const update = sql`
    update ${sql.table(table.name)}
    set claimed_at = null, claimed_by = null, due_at = ${change.due_at ?? job.due_at}, attempts = ${change.attempts ?? job.attempts}
    where id = ${job.id} and due_at = ${job.due_at} and ${getOpenCondition(table)}
    returning id`
  const { rows } = await takeLock(tx, 'job', () => update.execute(tx))
  return rows.length > 0
}

/**
 * Releases the jobs of an ended process. A first attempt repeats at once. Later ones wait like after a failure, because the
 * job itself may end processes. The new time is never later than the old one.
 */
export async function releaseJobsOfEndedProcess(
  tx: Tx,
  table: JobQueueTableDefinition,
  timing: QueueTiming,
  claimedBy: string,
): Promise<void> {
  const name = sql.table(table.name)
  const { rows } = await sql<QueueJobColumns>`
    select id, attempts, due_at from ${name} where claimed_by = ${claimedBy} and ${getOpenCondition(table)}`.execute(tx)
  for (const { id, attempts, due_at } of rows) {
    const pause = attempts > 1 ? computeRetryPause(attempts - 1, timing) : 0
    await sql`
      update ${name} set claimed_at = null, claimed_by = null, due_at = ${Math.min(due_at, Date.now() + pause)}
      where id = ${id}`.execute(tx)
  }
}

export type QueueBacklog = { due: number; oldestAge: number }

/** Counts no more jobs than this, so that a long queue costs little. */
const MAX_COUNTED_JOBS = 10_000

/** Uses the index of the claims. */
export async function readQueueBacklog(db: DatabaseReader, table: JobQueueTableDefinition): Promise<QueueBacklog> {
  const now = Date.now()
  const due = sql`select due_at from ${sql.table(table.name)} where ${getOpenCondition(table)} and ${buildTimeReachedCondition(now)} order by due_at`
  const { rows } = await sql<{ count: number; first: number | null }>`
    select count(*) as count, min(due_at) as first from (${due} limit ${MAX_COUNTED_JOBS}) as due`.execute(db)
  const [{ count = 0, first = null } = {}] = rows
  return { due: Number(count), oldestAge: first === null ? 0 : now - first }
}

function buildDueCondition(table: JobQueueTableDefinition, timing: QueueTiming, now: number): RawBuilder<boolean> {
  return sql`${getOpenCondition(table)} and (${buildTimeReachedCondition(now)} or ${buildImplausibleTimeCondition(timing, now)})`
}

function buildTimeReachedCondition(now: number): RawBuilder<boolean> {
  return sql`due_at <= ${now}`
}

/**
 * Selects jobs with a due time later than their lease, their first wait or their pause allows. A wrong clock wrote such times. A job that was
 * given up is never due.
 */
function buildImplausibleTimeCondition(timing: QueueTiming, now: number): RawBuilder<boolean> {
  const { lease, firstWait = 0, firstPause, longestPause } = timing
  const longestWait = sql`case when claimed_at is not null then ${lease} when attempts = 0 then ${firstWait}
    when attempts > ${computeMaxPauseDoublings(timing)} then ${longestPause} else ${firstPause} * (1 << (attempts - 1)) end`
  const latestPlausibleTime = computeLatestPlausibleTime(now)
  // The comparisons with `due_at` alone are redundant, but they let the database use the index.
  return sql`(due_at > ${latestPlausibleTime} and due_at < ${NEVER_DUE} and due_at - ${longestWait} > ${latestPlausibleTime})`
}

function getOpenCondition({ openCondition }: JobQueueTableDefinition): RawBuilder<unknown> {
  return openCondition ?? sql`true`
}
