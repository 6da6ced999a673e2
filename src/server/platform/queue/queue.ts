import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/db.ts'
import type { Tx } from '../db/write.ts'
import { inLogContext } from '../log/log-context.ts'
import {
  claimDue,
  type Depth,
  depthOf,
  freeClaimsOf,
  isAnyDue,
  type Job,
  type JobTable,
  NEVER,
  type Settlement,
  settle,
} from './store.ts'
import { attemptsBeforeGivingUp, pauseAfter, type QueueTiming } from './timing.ts'

export { type Depth, type Job, type JobTable, NEVER } from './store.ts'
export { pauseAfter, pausesBelowLongest, type QueueTiming } from './timing.ts'

/** The pause before an outcome is written down again where the database refused it, in ms. */
const PERSIST_AGAIN = 1_000

export type Queue = {
  name: string
  /** How many jobs are due, and for how long the first of them has been, in ms. */
  depth: () => Promise<Depth>
  /** Looks for what is due: soon, or after so many ms; returns at once. */
  wake: (after?: number) => void
  start: () => void
  /** Begins nothing more, waits a moment for what is under way and cuts the rest short: that stays in the queue. */
  close: () => Promise<void>
  /** What a process that ended had begun may be begun by others. */
  freeClaimsOf: (tx: Tx, processName: string) => Promise<void>
}

/** What is to be written into a job's row with its outcome, in the same transaction. */
type WriteDown = (tx: Tx) => Promise<unknown>

type Parts<J extends Job, Outcome> = {
  database: Pick<Database, 'read' | 'write' | 'processLock'>
  table: JobTable
  timing: QueueTiming
  /** What the log calls the queue. */
  name: string
  problem: (error: unknown, sentence: string) => void
  /** How many jobs are under way at a time in one process. */
  concurrent: number
  /** Does one job; throws where that failed or is not known to have worked. Ends soon after `signal` says so. */
  work: (job: J, signal: AbortSignal) => Promise<Outcome>
  /** Writes down what came of it, with the job's end; left out where the work itself removes its row. */
  done?: (tx: Tx, job: J, outcome: Outcome) => Promise<unknown>
  /** After its outcome, or that it failed, was committed. */
  settled?: () => void
  /** Says that it failed, where that has to be said; answers what to write down beside the time of the next attempt. */
  failed: (job: J, error: unknown, isGivenUp: boolean) => WriteDown | undefined
  /** When a job was made, in epoch ms: needed where jobs are given up. */
  madeAt?: (job: J) => number
  /** Doing it twice does no harm: what our own end cut short is free again at once, and does not count as an attempt. */
  isRepeatable?: true
  /** Asked before each look: whether there is any use in one. */
  isNeeded?: () => Promise<boolean>
}

/**
 * Carries out what waits in a table, each job by one process at a time, now and whenever it is woken (decision 33).
 * Nothing here is awaited by a request.
 */
export function createQueue<J extends Job, Outcome = unknown>(parts: Parts<J, Outcome>): Queue {
  const { database, table, timing, name, problem } = parts
  const { isNeeded = async () => true } = parts
  const ending = new AbortController()
  let isActive = false
  let isAskedAgain = false
  let isFailing = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function wake(after = 0): void {
    if (!isActive) return
    if (after > 0) {
      setTimeout(wake, after).unref()
      return
    }
    isAskedAgain = running !== undefined
    if (running) return
    clearTimeout(timer)
    // What a request has woken is not that request's any more.
    running = inLogContext({ job: name }, () => drain().catch(reportFailure)).then(() => {
      running = undefined
      if (isAskedAgain) wake()
      else if (isActive) timer = setTimeout(wake, timing.poll).unref()
    })
  }

  /** Once, until it works again: the same line every few seconds helps nobody. */
  function reportFailure(error: unknown): void {
    if (!isFailing) problem(error, `${name}: the queue cannot be read; it is tried again`)
    isFailing = true
  }

  async function drain(): Promise<void> {
    while (isActive && (await isNeeded()) && (await isAnyDue(database.read, table, timing, Date.now()))) {
      // None is claimed while some are under way, so no clock can make this process do one twice.
      const by = await database.processLock.name()
      const claim = { now: Date.now(), most: parts.concurrent, by }
      const jobs = await database.write((tx) => claimDue<J>(tx, table, timing, claim))
      await Promise.all(jobs.map((job) => runJob(parts, job, ending.signal)))
    }
    isFailing = false
  }

  return {
    wake,
    name,
    depth: () => depthOf(database.read, table),
    freeClaimsOf: (tx, processName) => freeClaimsOf(tx, table, timing, processName),
    start(): void {
      isActive = true
      wake()
    },
    async close(): Promise<void> {
      isActive = false
      clearTimeout(timer)
      if (!running) return
      await Promise.race([running, pause(timing.closeWithin, undefined, { ref: false })])
      ending.abort()
      await running
    },
  }
}

type Persist = (change: Settlement, writeDown?: WriteDown) => Promise<void>

async function runJob<J extends Job, Outcome>(parts: Parts<J, Outcome>, job: J, ending: AbortSignal): Promise<void> {
  const { timing, work, done, isRepeatable } = parts
  const over = performance.now() + timing.lease
  const persist: Persist = (change, writeDown) => persistUntil(parts, { over, ending }, job, change, writeDown)
  let outcome: Outcome
  try {
    outcome = await work(job, AbortSignal.any([ending, AbortSignal.timeout(timing.deadline)]))
  } catch (error) {
    if (!ending.aborted) await failJob(parts, job, error, persist)
    // Unless the job is repeatable, its lease ends before the next attempt: it may have worked.
    else if (isRepeatable) await persist({ due_at: Date.now(), attempts: job.attempts - 1 })
    return
  }
  if (done) await persist({}, (tx) => done(tx, job, outcome))
}

async function failJob<J extends Job, Outcome>(
  { timing, failed, madeAt }: Parts<J, Outcome>,
  job: J,
  error: unknown,
  persist: Persist,
): Promise<void> {
  const age = madeAt ? Date.now() - madeAt(job) : 0
  const isGivenUp = job.attempts >= attemptsBeforeGivingUp(timing) && age >= (timing.giveUpAfter ?? Number.POSITIVE_INFINITY)
  const writeDown = failed(job, error, isGivenUp)
  await persist({ due_at: isGivenUp ? NEVER : Date.now() + pauseAfter(job.attempts, timing) }, writeDown)
}

/** Writes an outcome until the lease is over: what was done must not be done again because the database was busy. */
async function persistUntil<J extends Job, Outcome>(
  { database, table, name, problem, settled }: Parts<J, Outcome>,
  { over, ending }: { over: number; ending: AbortSignal },
  job: J,
  change: Settlement,
  writeDown?: WriteDown,
): Promise<void> {
  for (let isLast = false; ; ) {
    try {
      await database.write(async (tx) => {
        if (await settle(tx, table, job, change)) await writeDown?.(tx)
      })
      settled?.()
      return
    } catch (error) {
      problem(error, `${name}: the outcome of ${job.id} cannot be written down`)
      if (isLast || performance.now() > over) return
      // The end of the process leaves time for one more try.
      await pause(PERSIST_AGAIN, undefined, { signal: ending }).catch(() => {})
      isLast = ending.aborted
    }
  }
}
