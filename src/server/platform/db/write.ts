import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isRefusal, Refusal } from '../../../contract/grammar/refusal.ts'
import { type Once, workOnce } from './once.ts'
import type { Tables } from './tables.ts'
import { groupCommit, type Job } from './write-group.ts'

export type Tx = Transaction<Tables>

/**
 * Runs `work` inside a transaction and answers after its COMMIT. A failing work is undone alone.
 * Work must not call `write` again, and must not wait for anything but the database. It may run more than once,
 * because what was in the way is tried again: nothing outside the transaction may happen in it.
 * With `once` it is done once however often it is asked for: whoever comes again gets the first value (docs/decisions/0030).
 */
export type Write = {
  <T>(work: (tx: Tx) => Promise<T>): Promise<T>
  <T extends Json>(work: (tx: Tx) => Promise<T>, once: Once | undefined): Promise<T>
  /** Runs `work` at once in its own transaction, for a health check that tests whether a write works. */
  alone: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Counts of transactions, failed transactions and the writes in them, and their total time in seconds. */
export type WriteCounts = { commits: number; failures: number; writes: number; seconds: number }

export function emptyWriteCounts(): WriteCounts {
  return { commits: 0, failures: 0, writes: 0, seconds: 0 }
}

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json }

/** How many writes may share one transaction. */
const MAX_GROUP = 256
/** How long a write may wait for its turn, in ms. Together with earlier work, such as a password hash, it stays within 5 s. */
const WRITE_WITHIN = 4_000
/**
 * How long one write of a group may wait for a row, in ms; less while others wait for held rows already. Ordinary
 * groups of other processes are over sooner than the first.
 */
const LOCK_WAIT = 300
const SHORT_LOCK_WAIT = 25
/** Between two tries for a held row, in ms: what else the write has locked is free meanwhile. */
const HELD_PAUSE = 100
/** The first and the longest pause between two tries while another process writes, in ms. */
const FIRST_BUSY_PAUSE = 2
const LONGEST_BUSY_PAUSE = 50

/**
 * Group commit: the writes that arrive while the event loop turns, or while a group is being committed, share the
 * next transaction, each under a savepoint of its own. A write that meets a row held by somebody else is set aside
 * and tried alone, for a moment at a time, so that it holds up neither its group nor whoever needs what it locked.
 */
export function createWriter(
  db: Kysely<Tables>,
  { hasRowLocks, counts = emptyWriteCounts() }: { hasRowLocks: boolean; counts?: WriteCounts },
): Write {
  const waiting: Job[] = []
  let held: (Job & { isRetried?: boolean })[] = []
  let isRunning = false
  let isRetrying = false

  async function commit(group: readonly Job[], lockWait: number) {
    const begun = performance.now()
    const left = await groupCommit(db, group, hasRowLocks ? lockWait : undefined)
    if (group.length > 0 && !left.isBusy) counts.commits++
    if (left.isFailed) counts.failures++
    counts.writes += group.length - left.held.length - left.unreached.length
    counts.seconds += (performance.now() - begun) / 1000
    return left
  }

  async function drain(): Promise<void> {
    let busyPause = FIRST_BUSY_PAUSE
    while (waiting.length > 0) {
      const group = inTime(waiting.splice(0, MAX_GROUP))
      const left = await commit(group, held.length > 0 ? SHORT_LOCK_WAIT : LOCK_WAIT)
      waiting.unshift(...left.unreached)
      // Those who are new come first: most of them only met somebody in passing.
      held.unshift(...left.held)
      if (held.length > 0 && !isRetrying) void retryHeld()
      // The next try refuses the writes that have waited too long.
      if (left.isBusy) await pause(busyPause)
      busyPause = left.isBusy ? Math.min(2 * busyPause, LONGEST_BUSY_PAUSE) : FIRST_BUSY_PAUSE
      // Lets the requests of this turn come in, so that they share the next transaction.
      await nextTurn()
    }
    isRunning = false
  }

  async function retryHeld(): Promise<void> {
    isRetrying = true
    while (held.length > 0) {
      if (held[0]?.isRetried) await pause(HELD_PAUSE)
      held = inTime(held)
      const left = await commit(held.splice(0, 1), SHORT_LOCK_WAIT)
      held.push(...[...left.held, ...left.unreached].map((job) => ({ ...job, isRetried: true })))
    }
    isRetrying = false
  }

  function makeJob<T>(work: (tx: Tx) => Promise<T>, once?: Once) {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const job: Job = {
      work: once ? (tx) => workOnce(tx, once, () => work(tx), hasRowLocks) : work,
      isRepeatable: once !== undefined,
      resolve,
      reject,
      deadline: performance.now() + WRITE_WITHIN,
    }
    return { job, promise }
  }

  function write<T>(work: (tx: Tx) => Promise<T>, once?: Once): Promise<T> {
    const { job, promise } = makeJob(work, once)
    waiting.push(job)
    if (!isRunning) {
      isRunning = true
      setImmediate(drain)
    }
    return promise
  }

  function writeAlone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { job, promise } = makeJob(work)
    held.unshift(job)
    if (!isRetrying) void retryHeld()
    return promise
  }

  return Object.assign(write, { alone: writeAlone })
}

const TOO_LATE = 'Nothing was saved: something else is being saved for too long. Please try again in a moment.'

/** Whether a write was refused because others were in its way: nothing of it was done, and it may be tried again. */
export function didNotGetItsTurn(error: unknown): boolean {
  return isRefusal(error) && error.status === 503 && error.message === TOO_LATE
}

/** Refuses those whose time is over; answers the others. */
function inTime<T extends Job>(jobs: readonly T[]): T[] {
  const now = performance.now()
  for (const { deadline, reject } of jobs) {
    if (deadline < now) reject(new Refusal(503, TOO_LATE))
  }
  return jobs.filter(({ deadline }) => deadline >= now)
}
