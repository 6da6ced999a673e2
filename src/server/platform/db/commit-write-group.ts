import { CompiledQuery, type ControlledTransaction, type Kysely, sql, type Transaction } from 'kysely'
import {
  createNothingSavedError,
  createOutcomeUnknownError,
  isDatabaseBusyError,
  isLockTimeoutError,
  isReadOnlyError,
  isRollbackCertain,
} from './database-errors.ts'
import { beginLocks } from './lock-order.ts'
import { LostCommitError } from './postgres-lost-commit.ts'
import type { DatabaseTables } from './tables.ts'

/** A write that waits for its transaction. `deadline` is in ms of `performance.now()`. */
export type PendingDatabaseWrite = {
  work: (tx: Transaction<DatabaseTables>) => Promise<unknown>
  /** Whether the write has an idempotency key, so that the sender may repeat it. */
  isRepeatable: boolean
  /** Gets the result of a write whose COMMIT was lost. The database can tell later what became of it. */
  onCommitLost?: (value: unknown, error: LostCommitError) => void
  resolve: (value: never) => void
  reject: (reason: unknown) => void
  deadline: number
}

type Outcome = { job: PendingDatabaseWrite } & ({ value: unknown } | { reason: unknown })

/**
 * The jobs that a transaction didn't run. `blocked` met a locked row, `unreached` ran out of time. `isBusy`: another
 * process held the lock, so no job ran. `isFailed`: every job failed.
 */
type UnrunWrites = {
  blocked: readonly PendingDatabaseWrite[]
  unreached: readonly PendingDatabaseWrite[]
  isBusy?: boolean
  isFailed?: boolean
}

const CREATE_SAVEPOINT = 'savepoint write_job'
const RELEASE_SAVEPOINT = CompiledQuery.raw('release write_job')

/** How long a group accepts jobs, in ms. Other processes wait for the rows that it locks. */
const MAX_GROUP_TIME = 100

/**
 * Runs the jobs in one transaction and answers each after the COMMIT. `lockWait` limits how long one job waits for a row
 * that another process locks, in ms. It is undefined for SQLite, which has no row locks.
 */
export async function commitWriteGroup(
  db: Kysely<DatabaseTables>,
  jobs: readonly PendingDatabaseWrite[],
  lockWait: number | undefined,
): Promise<UnrunWrites> {
  if (jobs.length === 0) return { blocked: [], unreached: [] }
  let outcomesToCommit: Outcome[] | undefined
  try {
    const tx = await db.startTransaction().execute()
    const { outcomes, ...unrun } = await runAll(tx, jobs, lockWait)
      .then(async (result) => {
        outcomesToCommit = result.outcomes
        await tx.commit().execute()
        return result
      })
      .catch(async (fault: unknown) => {
        await tx
          .rollback()
          .execute()
          // The database rolls back a lost connection. The first error says more.
          .catch(() => {})
        throw fault
      })
    for (const outcome of outcomes) {
      if ('value' in outcome) outcome.job.resolve(outcome.value as never)
      else outcome.job.reject(outcome.reason)
    }
    return unrun
  } catch (fault) {
    if (isDatabaseBusyError(fault)) return { blocked: [], unreached: jobs, isBusy: true }
    const isOutcomeUnknown = outcomesToCommit !== undefined && !isRollbackCertain(fault)
    for (const { job, ...outcome } of outcomesToCommit ?? [])
      if (fault instanceof LostCommitError && 'value' in outcome) job.onCommitLost?.(outcome.value, fault)
    for (const { isRepeatable, reject } of jobs)
      reject(isOutcomeUnknown ? createOutcomeUnknownError(fault, isRepeatable) : createNothingSavedError(fault))
    return { blocked: [], unreached: [], isFailed: true }
  }
}

async function runAll(
  tx: ControlledTransaction<DatabaseTables>,
  jobs: readonly PendingDatabaseWrite[],
  lockWait: number | undefined,
): Promise<UnrunWrites & { outcomes: Outcome[] }> {
  const started = performance.now()
  const outcomes: Outcome[] = []
  const blocked: PendingDatabaseWrite[] = []
  // One message sets the limit and the savepoint, so the limit costs no time on PostgreSQL.
  const createSavepoint = CompiledQuery.raw(
    lockWait === undefined ? CREATE_SAVEPOINT : `set local lock_timeout = ${lockWait}; ${CREATE_SAVEPOINT}`,
  )
  for (const [index, job] of jobs.entries()) {
    if (index > 0 && performance.now() - started > MAX_GROUP_TIME) return { outcomes, blocked, unreached: jobs.slice(index) }
    await tx.executeQuery(createSavepoint)
    beginLocks(tx)
    const outcome = await job.work(tx).then(
      (value): Outcome => ({ job, value }),
      (reason): Outcome => ({ job, reason }),
    )
    // Undoes the whole group and retries it, so that the other process can continue.
    if ('reason' in outcome && (isDatabaseBusyError(outcome.reason) || isReadOnlyError(outcome.reason))) throw outcome.reason
    if ('reason' in outcome) await sql`rollback to write_job`.execute(tx)
    await tx.executeQuery(RELEASE_SAVEPOINT)
    if ('reason' in outcome && isLockTimeoutError(outcome.reason)) blocked.push(job)
    else outcomes.push(outcome)
  }
  return { outcomes, blocked, unreached: [] }
}
