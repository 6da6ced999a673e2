import { CompiledQuery, type ControlledTransaction, type Kysely, sql, type Transaction } from 'kysely'
import { UserError } from '../../../contract/core/user-error.ts'
import { isDatabaseBusyError, isLockTimeoutError, isReadOnlyError, isRollbackCertain } from './database-errors.ts'
import type { DatabaseTables } from './tables.ts'

/** A write that waits for its transaction; `deadline` is by the clock of `performance.now`. */
export type PendingWrite = {
  work: (tx: Transaction<DatabaseTables>) => Promise<unknown>
  /** It does nothing where it was done before, so that whoever does not know may try again. */
  isRepeatable: boolean
  resolve: (value: never) => void
  reject: (reason: unknown) => void
  deadline: number
}

type Outcome = { job: PendingWrite } & ({ value: unknown } | { reason: unknown })

/**
 * The jobs that a transaction did not run, because they met a locked row or time ran out. `isBusy`: another process held
 * the lock, so no job ran. `isFailed`: every job was refused.
 */
type UnrunWrites = { blocked: readonly PendingWrite[]; unreached: readonly PendingWrite[]; isBusy?: boolean; isFailed?: boolean }

const CREATE_SAVEPOINT = 'savepoint write_job'
const RELEASE_SAVEPOINT = CompiledQuery.raw('release write_job')

/** How long a group goes on taking jobs, in ms: what it has locked by then, others wait for. */
const MAX_GROUP_TIME = 100

/**
 * Runs the jobs in one transaction and answers each of them after its COMMIT. `lockWait`: how long one may wait
 * for a row that somebody else holds, in ms; undefined where nobody can (SQLite).
 */
export async function commitGroup(
  db: Kysely<DatabaseTables>,
  jobs: readonly PendingWrite[],
  lockWait: number | undefined,
): Promise<UnrunWrites> {
  if (jobs.length === 0) return { blocked: [], unreached: [] }
  let isCommitting = false
  try {
    const tx = await db.startTransaction().execute()
    const { outcomes, ...unrun } = await runAll(tx, jobs, lockWait)
      .then(async (result) => {
        isCommitting = true
        await tx.commit().execute()
        return result
      })
      .catch(async (fault: unknown) => {
        await tx
          .rollback()
          .execute()
          // The database undoes what nobody can reach any more; the fault before says more.
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
    const isOutcomeUnknown = isCommitting && !isRollbackCertain(fault)
    for (const { isRepeatable, reject } of jobs) {
      const userError = new UserError(
        503,
        isOutcomeUnknown ? OUTCOME_UNKNOWN + (isRepeatable ? TRY_AGAIN : CHECK_FIRST) : NOTHING_SAVED,
      )
      userError.cause = fault
      reject(userError)
    }
    return { blocked: [], unreached: [], isFailed: true }
  }
}

const NOTHING_SAVED = 'Nothing was saved: the database cannot be written right now. Please try again in a moment.'
const OUTCOME_UNKNOWN =
  'It could not be confirmed whether this was saved: the connection to the database was lost at that moment. '
const CHECK_FIRST = 'Please look whether it is there before you try again.'
const TRY_AGAIN = 'Please send the same again from here: it will not be saved twice.'

async function runAll(
  tx: ControlledTransaction<DatabaseTables>,
  jobs: readonly PendingWrite[],
  lockWait: number | undefined,
): Promise<UnrunWrites & { outcomes: Outcome[] }> {
  const started = performance.now()
  const outcomes: Outcome[] = []
  const blocked: PendingWrite[] = []
  // In one message: on PostgreSQL the limit costs nothing.
  const createSavepoint = CompiledQuery.raw(
    lockWait === undefined ? CREATE_SAVEPOINT : `set local lock_timeout = ${lockWait}; ${CREATE_SAVEPOINT}`,
  )
  for (const [index, job] of jobs.entries()) {
    if (index > 0 && performance.now() - started > MAX_GROUP_TIME) return { outcomes, blocked, unreached: jobs.slice(index) }
    await tx.executeQuery(createSavepoint)
    const outcome = await job.work(tx).then(
      (value): Outcome => ({ job, value }),
      (reason): Outcome => ({ job, reason }),
    )
    // Undone with the whole group and tried again: the other side's work goes on meanwhile.
    if ('reason' in outcome && (isDatabaseBusyError(outcome.reason) || isReadOnlyError(outcome.reason))) throw outcome.reason
    if ('reason' in outcome) await sql`rollback to write_job`.execute(tx)
    await tx.executeQuery(RELEASE_SAVEPOINT)
    if ('reason' in outcome && isLockTimeoutError(outcome.reason)) blocked.push(job)
    else outcomes.push(outcome)
  }
  return { outcomes, blocked, unreached: [] }
}
