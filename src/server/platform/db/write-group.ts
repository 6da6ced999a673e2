import { CompiledQuery, type ControlledTransaction, type Kysely, sql, type Transaction } from 'kysely'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { isDatabaseBusy, isLockTimeout, isReadOnly, isSurelyRolledBack } from './database-errors.ts'
import type { Tables } from './tables.ts'

/** A write that waits for its transaction; `deadline` is by the clock of `performance.now`. */
export type Job = {
  work: (tx: Transaction<Tables>) => Promise<unknown>
  /** It does nothing where it was done before, so that whoever does not know may try again. */
  isRepeatable: boolean
  resolve: (value: never) => void
  reject: (reason: unknown) => void
  deadline: number
}

type Outcome = { job: Job } & ({ value: unknown } | { reason: unknown })

/**
 * The jobs that a transaction did not run, because they met a locked row or time ran out. `isBusy`: another process held
 * the lock, so no job ran. `isFailed`: every job was refused.
 */
type Left = { held: readonly Job[]; unreached: readonly Job[]; isBusy?: boolean; isFailed?: boolean }

const MARK = 'savepoint write_job'
const RELEASE = CompiledQuery.raw('release write_job')

/** How long a group goes on taking jobs, in ms: what it has locked by then, others wait for. */
const GROUP_TIME = 100

/**
 * Runs the jobs in one transaction and answers each of them after its COMMIT. `lockWait`: how long one may wait
 * for a row that somebody else holds, in ms; undefined where nobody can (SQLite).
 */
export async function groupCommit(db: Kysely<Tables>, jobs: readonly Job[], lockWait: number | undefined): Promise<Left> {
  if (jobs.length === 0) return { held: [], unreached: [] }
  let isCommitting = false
  try {
    const tx = await db.startTransaction().execute()
    const { outcomes, ...left } = await runAll(tx, jobs, lockWait)
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
    return left
  } catch (fault) {
    if (isDatabaseBusy(fault)) return { held: [], unreached: jobs, isBusy: true }
    const isUnknown = isCommitting && !isSurelyRolledBack(fault)
    for (const { isRepeatable, reject } of jobs) {
      const refusal = new Refusal(503, isUnknown ? UNKNOWN + (isRepeatable ? TRY_AGAIN : LOOK) : NOTHING_SAVED)
      refusal.cause = fault
      reject(refusal)
    }
    return { held: [], unreached: [], isFailed: true }
  }
}

const NOTHING_SAVED = 'Nothing was saved: the database cannot be written right now. Please try again in a moment.'
const UNKNOWN = 'It could not be confirmed whether this was saved: the connection to the database was lost at that moment. '
const LOOK = 'Please look whether it is there before you try again.'
const TRY_AGAIN = 'Please send the same again from here: it will not be saved twice.'

async function runAll(
  tx: ControlledTransaction<Tables>,
  jobs: readonly Job[],
  lockWait: number | undefined,
): Promise<Left & { outcomes: Outcome[] }> {
  const started = performance.now()
  const outcomes: Outcome[] = []
  const held: Job[] = []
  // In one message: on PostgreSQL the limit costs nothing.
  const mark = CompiledQuery.raw(lockWait === undefined ? MARK : `set local lock_timeout = ${lockWait}; ${MARK}`)
  for (const [index, job] of jobs.entries()) {
    if (index > 0 && performance.now() - started > GROUP_TIME) return { outcomes, held, unreached: jobs.slice(index) }
    await tx.executeQuery(mark)
    const outcome = await job.work(tx).then(
      (value): Outcome => ({ job, value }),
      (reason): Outcome => ({ job, reason }),
    )
    // Undone with the whole group and tried again: the other side's work goes on meanwhile.
    if ('reason' in outcome && (isDatabaseBusy(outcome.reason) || isReadOnly(outcome.reason))) throw outcome.reason
    if ('reason' in outcome) await sql`rollback to write_job`.execute(tx)
    await tx.executeQuery(RELEASE)
    if ('reason' in outcome && isLockTimeout(outcome.reason)) held.push(job)
    else outcomes.push(outcome)
  }
  return { outcomes, held, unreached: [] }
}
