import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import { commitWriteGroup, type PendingDatabaseWrite } from './commit-write-group.ts'
import { type IdempotencyKey, runIdempotently } from './idempotency.ts'
import { createLostCommitMemory } from './lost-commit-memory.ts'
import { markCommitInRequest } from './request-commits.ts'
import type { DatabaseTables } from './tables.ts'

export type Tx = Transaction<DatabaseTables>

/**
 * Runs `work` inside a transaction and returns after the COMMIT. If one work fails, only its changes are undone.
 * Work may run more than once, so it must not change anything outside the transaction. It must not call `write`, and must
 * wait only for the database. With `idempotencyKey` it runs once per key, and repeats return the first value
 * (docs/decisions/0030). The caller replies with the returned value and reads nothing more: the database may be lost by then.
 */
export type WriteFunction = {
  <T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** `loadReply` reads in the same transaction what the reply needs and the stored result must not hold. */
  <T extends Json, R = T>(
    work: (tx: Tx) => Promise<T>,
    idempotencyKey: IdempotencyKey | undefined,
    loadReply?: (tx: Tx, value: T) => Promise<R>,
  ): Promise<R>
  /** Runs `work` at once in its own transaction, for a health check that tests whether a write works. */
  alone: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Counts of transactions, failed transactions and the writes in them, and their total time in seconds. */
export type DatabaseWriteStatistics = { commits: number; failures: number; writes: number; seconds: number }

export function createDatabaseWriteStatistics(): DatabaseWriteStatistics {
  return { commits: 0, failures: 0, writes: 0, seconds: 0 }
}

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json }

type WorkFunction<T> = (tx: Tx) => Promise<T>
type LoadReplyFunction<T, R> = (tx: Tx, value: T) => Promise<R>

/** How many writes may share one transaction. */
const MAX_GROUP = 256
/** How long a write may wait, in ms. With earlier work, such as a password hash, a call stays within 5 s. */
const WRITE_TIMEOUT = 4_000
/**
 * How long one write of a group may wait for a row, in ms. Groups of other processes usually end sooner. The wait is
 * shorter while other writes already wait for locked rows, and doubles with each retry of a write.
 */
const LOCK_WAIT = 300
const SHORT_LOCK_WAIT = 25
/** The pause between two tries for a locked row, in ms. In the pause, the write holds no locks. */
const BLOCKED_RETRY_PAUSE = 100
/** The first and the longest pause between two tries while another process writes, in ms. */
const FIRST_BUSY_PAUSE = 2
const LONGEST_BUSY_PAUSE = 50

/**
 * Creates a writer with group commit. Writes that arrive during one turn of the event loop, or during a commit, share a
 * transaction. Each has its own savepoint. A write that meets a locked row is retried alone, so that it blocks no other
 * write.
 */
export function createDatabaseWriter(
  db: Kysely<DatabaseTables>,
  { hasRowLocks, counts = createDatabaseWriteStatistics() }: { hasRowLocks: boolean; counts?: DatabaseWriteStatistics },
): WriteFunction {
  const lostCommits = createLostCommitMemory()
  const waiting: PendingDatabaseWrite[] = []
  let blocked: (PendingDatabaseWrite & { retries?: number })[] = []
  let isRunning = false
  let isRetrying = false

  async function commit(group: readonly PendingDatabaseWrite[], lockWait: number) {
    const startedAt = performance.now()
    const unrun = await commitWriteGroup(db, group, hasRowLocks ? lockWait : undefined)
    if (group.length > 0 && !unrun.isBusy) counts.commits++
    if (unrun.isFailed) counts.failures++
    counts.writes += group.length - unrun.blocked.length - unrun.unreached.length
    counts.seconds += (performance.now() - startedAt) / 1000
    return unrun
  }

  async function commitWaiting(): Promise<void> {
    let busyPause = FIRST_BUSY_PAUSE
    while (waiting.length > 0) {
      const group = rejectExpired(waiting.splice(0, MAX_GROUP))
      const unrun = await commit(group, blocked.length > 0 ? SHORT_LOCK_WAIT : LOCK_WAIT)
      waiting.unshift(...unrun.unreached)
      // New ones go first: most of them met only a short lock.
      blocked.unshift(...unrun.blocked)
      if (blocked.length > 0 && !isRetrying) void retryBlocked()
      // The next round rejects the writes that have waited too long.
      if (unrun.isBusy) await pause(busyPause)
      busyPause = unrun.isBusy ? Math.min(2 * busyPause, LONGEST_BUSY_PAUSE) : FIRST_BUSY_PAUSE
      // Lets the requests of this turn arrive, so that they share the next transaction.
      await nextTurn()
    }
    isRunning = false
  }

  async function retryBlocked(): Promise<void> {
    isRetrying = true
    while (blocked.length > 0) {
      if (blocked[0]?.retries) await pause(BLOCKED_RETRY_PAUSE)
      blocked = rejectExpired(blocked)
      const next = blocked.splice(0, 1)
      const retries = next[0]?.retries ?? 0
      const unrun = await commit(next, Math.min(SHORT_LOCK_WAIT * 2 ** retries, LOCK_WAIT))
      blocked.push(...[...unrun.blocked, ...unrun.unreached].map((job) => ({ ...job, retries: retries + 1 })))
    }
    isRetrying = false
  }

  function createPendingWrite<T, R = T>(work: WorkFunction<T>, key?: IdempotencyKey, loadReply?: LoadReplyFunction<T, R>) {
    const { promise, resolve, reject } = Promise.withResolvers<T | R>()
    const runOnce: WorkFunction<T> = key?.isSent ? (tx) => runIdempotently(tx, key, () => work(tx), hasRowLocks) : work
    const job: PendingDatabaseWrite = {
      work: loadReply ? async (tx) => loadReply(tx, await runOnce(tx)) : runOnce,
      isRepeatable: key?.isSent === true,
      ...(key && { onCommitLost: (value, error) => lostCommits.add(key, value, error) }),
      resolve,
      reject,
      deadline: performance.now() + WRITE_TIMEOUT,
    }
    return { job, promise }
  }

  function write<T, R = T>(work: WorkFunction<T>, key?: IdempotencyKey, loadReply?: LoadReplyFunction<T, R>): Promise<T | R> {
    const { job, promise } = createPendingWrite(work, key, loadReply)
    const enqueue = () => {
      waiting.push(job)
      if (!isRunning) {
        isRunning = true
        setImmediate(commitWaiting)
      }
    }
    const lost = key && lostCommits.find(key)
    if (!lost) enqueue()
    // The sender repeats a write whose COMMIT was lost.
    else lost.then((stored) => (stored ? job.resolve(stored.value as never) : enqueue()), job.reject)
    markCommitInRequest(promise)
    return promise
  }

  function writeAlone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { job, promise } = createPendingWrite(work)
    blocked.unshift(job)
    if (!isRetrying) void retryBlocked()
    return promise
  }

  return Object.assign(write as WriteFunction, { alone: writeAlone })
}

const WRITE_TIMED_OUT = 'Nothing was saved, because another save is still running. Please try again in a moment.'

/** Returns whether other writes blocked a write for too long. Nothing was saved, and a retry may work. */
export function isWriteTimeout(error: unknown): boolean {
  return isUserError(error) && error.status === 503 && error.message === WRITE_TIMED_OUT
}

function rejectExpired<T extends PendingDatabaseWrite>(jobs: readonly T[]): T[] {
  const now = performance.now()
  for (const { deadline, reject } of jobs) {
    if (deadline < now) reject(new UserError(503, WRITE_TIMED_OUT))
  }
  return jobs.filter(({ deadline }) => deadline >= now)
}
