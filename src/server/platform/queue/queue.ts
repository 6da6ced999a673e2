import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../db/database-writer.ts'
import type { Database } from '../db/open-database.ts'
import { runInLogContext } from '../log/log-context.ts'
import { computeRetryPause, countAttemptsBeforeGivingUp, type QueueTiming } from './queue-timing.ts'
import {
  claimDueJobs,
  hasDueJobs,
  type JobQueueTable,
  type JobUpdate,
  NEVER_DUE,
  type QueueDepth,
  type QueueJob,
  readQueueDepth,
  releaseClaims,
  settleClaim,
} from './store.ts'

export { computeRetryPause, countDoublingPauses, type QueueTiming } from './queue-timing.ts'
export { type JobQueueTable, NEVER_DUE, type QueueDepth, type QueueJob } from './store.ts'

/** The pause before an outcome is written down again where the database refused it, in ms. */
const PERSIST_RETRY_PAUSE = 1_000

export type JobQueue = {
  name: string
  /** How many jobs are due, and for how long the first of them has been, in ms. */
  readDepth: () => Promise<QueueDepth>
  /** Looks for what is due: soon, or after so many ms; returns at once. */
  wake: (after?: number) => void
  start: () => void
  /** Begins nothing more, waits a moment for what is under way and cuts the rest short: that stays in the queue. */
  close: () => Promise<void>
  /** What a process that ended had begun may be begun by others. */
  releaseClaims: (tx: Tx, processName: string) => Promise<void>
}

/** What is to be written into a job's row with its outcome, in the same transaction. */
type SaveWithOutcome = (tx: Tx) => Promise<unknown>

type QueueOptions<J extends QueueJob, Outcome> = {
  database: Pick<Database, 'read' | 'write' | 'processLock'>
  table: JobQueueTable
  timing: QueueTiming
  /** What the log calls the queue. */
  name: string
  problem: (error: unknown, sentence: string) => void
  /** How many jobs are under way at a time in one process. */
  maxConcurrent: number
  /** Does one job; throws where that failed or is not known to have worked. Ends soon after `signal` says so. */
  work: (job: J, signal: AbortSignal) => Promise<Outcome>
  /** Writes down what came of it, with the job's end; left out where the work itself removes its row. */
  saveOutcome?: (tx: Tx, job: J, outcome: Outcome) => Promise<unknown>
  /** After its outcome, or that it failed, was committed. */
  onSettled?: () => void
  /** Says that it failed, where that has to be said; answers what to write down beside the time of the next attempt. */
  onFailure: (job: J, error: unknown, isGivenUp: boolean) => SaveWithOutcome | undefined
  /** When a job was made, in epoch ms: needed where jobs are given up. */
  getCreatedAt?: (job: J) => number
  /** Doing it twice does no harm: what our own end cut short is free again at once, and does not count as an attempt. */
  isRepeatable?: true
  /** Asked before each look: whether there is any use in one. */
  shouldPoll?: () => Promise<boolean>
}

/**
 * Carries out what waits in a table, each job by one process at a time, now and whenever it is woken (decision 33).
 * Nothing here is awaited by a request.
 */
export function createJobQueue<J extends QueueJob, Outcome = unknown>(options: QueueOptions<J, Outcome>): JobQueue {
  const { database, table, timing, name, problem } = options
  const { shouldPoll = async () => true } = options
  const closing = new AbortController()
  let isStarted = false
  let isWokenAgain = false
  let isFailing = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function wake(after = 0): void {
    if (!isStarted) return
    if (after > 0) {
      setTimeout(wake, after).unref()
      return
    }
    isWokenAgain = running !== undefined
    if (running) return
    clearTimeout(timer)
    // What a request has woken is not that request's any more.
    running = runInLogContext({ job: name }, () => runDueJobs().catch(reportFailure)).then(() => {
      running = undefined
      if (isWokenAgain) wake()
      else if (isStarted) timer = setTimeout(wake, timing.poll).unref()
    })
  }

  /** Once, until it works again: the same line every few seconds helps nobody. */
  function reportFailure(error: unknown): void {
    if (!isFailing) problem(error, `${name}: the queue cannot be read; it is tried again`)
    isFailing = true
  }

  async function runDueJobs(): Promise<void> {
    while (isStarted && (await shouldPoll()) && (await hasDueJobs(database.read, table, timing, Date.now()))) {
      // None is claimed while some are under way, so no clock can make this process do one twice.
      const claimedBy = await database.processLock.name()
      const claim = { now: Date.now(), maxJobs: options.maxConcurrent, claimedBy }
      const jobs = await database.write((tx) => claimDueJobs<J>(tx, table, timing, claim))
      await Promise.all(jobs.map((job) => runJob(options, job, closing.signal)))
    }
    isFailing = false
  }

  return {
    wake,
    name,
    readDepth: () => readQueueDepth(database.read, table),
    releaseClaims: (tx, processName) => releaseClaims(tx, table, timing, processName),
    start(): void {
      isStarted = true
      wake()
    },
    async close(): Promise<void> {
      isStarted = false
      clearTimeout(timer)
      if (!running) return
      await Promise.race([running, pause(timing.closeWithin, undefined, { ref: false })])
      closing.abort()
      await running
    },
  }
}

type Persist = (change: JobUpdate, saveWithOutcome?: SaveWithOutcome) => Promise<void>

async function runJob<J extends QueueJob, Outcome>(
  options: QueueOptions<J, Outcome>,
  job: J,
  closing: AbortSignal,
): Promise<void> {
  const { timing, work, saveOutcome, isRepeatable } = options
  const leaseEndsAt = performance.now() + timing.lease
  const persist: Persist = (change, saveWithOutcome) =>
    persistUntilLeaseEnds(options, { leaseEndsAt, closing }, job, change, saveWithOutcome)
  let outcome: Outcome
  try {
    outcome = await work(job, AbortSignal.any([closing, AbortSignal.timeout(timing.deadline)]))
  } catch (error) {
    if (!closing.aborted) await failJob(options, job, error, persist)
    // Unless the job is repeatable, its lease ends before the next attempt: it may have worked.
    else if (isRepeatable) await persist({ due_at: Date.now(), attempts: job.attempts - 1 })
    return
  }
  if (saveOutcome) await persist({}, (tx) => saveOutcome(tx, job, outcome))
}

async function failJob<J extends QueueJob, Outcome>(
  { timing, onFailure, getCreatedAt }: QueueOptions<J, Outcome>,
  job: J,
  error: unknown,
  persist: Persist,
): Promise<void> {
  const age = getCreatedAt ? Date.now() - getCreatedAt(job) : 0
  const isGivenUp = job.attempts >= countAttemptsBeforeGivingUp(timing) && age >= (timing.giveUpAfter ?? Number.POSITIVE_INFINITY)
  const saveWithOutcome = onFailure(job, error, isGivenUp)
  await persist({ due_at: isGivenUp ? NEVER_DUE : Date.now() + computeRetryPause(job.attempts, timing) }, saveWithOutcome)
}

/** Writes an outcome until the lease is over: what was done must not be done again because the database was busy. */
async function persistUntilLeaseEnds<J extends QueueJob, Outcome>(
  { database, table, name, problem, onSettled }: QueueOptions<J, Outcome>,
  { leaseEndsAt, closing }: { leaseEndsAt: number; closing: AbortSignal },
  job: J,
  change: JobUpdate,
  saveWithOutcome?: SaveWithOutcome,
): Promise<void> {
  for (let isLast = false; ; ) {
    try {
      await database.write(async (tx) => {
        if (await settleClaim(tx, table, job, change)) await saveWithOutcome?.(tx)
      })
      onSettled?.()
      return
    } catch (error) {
      problem(error, `${name}: the outcome of ${job.id} cannot be written down`)
      if (isLast || performance.now() > leaseEndsAt) return
      // The end of the process leaves time for one more try.
      await pause(PERSIST_RETRY_PAUSE, undefined, { signal: closing }).catch(() => {})
      isLast = closing.aborted
    }
  }
}
