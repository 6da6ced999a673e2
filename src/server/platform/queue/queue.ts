import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../db/database-writer.ts'
import type { Database } from '../db/open-database.ts'
import { runInLogContext } from '../log/log-context.ts'
import type { LogProblem } from '../log/module-log-types.ts'
import { computeMaxJobAttempts, computeRetryPause, type QueueTiming } from './queue-timing.ts'
import {
  claimDueJobs,
  hasDueJobs,
  type JobQueueTableDefinition,
  type JobRetryUpdate,
  NEVER_DUE,
  type QueueBacklog,
  type QueueJobColumns,
  readQueueBacklog,
  releaseJobsOfEndedProcess,
  settleJobClaim,
} from './store.ts'

export { computeMaxPauseDoublings, computeRetryPause, type QueueTiming } from './queue-timing.ts'
export { type JobQueueTableDefinition, NEVER_DUE, type QueueBacklog, type QueueJobColumns } from './store.ts'

/** The pause before the queue saves an outcome again, in ms. */
const PERSIST_RETRY_PAUSE = 1_000

export type JobQueue = {
  name: string
  /** Returns how many jobs are due, and how long the oldest has been due, in ms. */
  readDepth: () => Promise<QueueBacklog>
  /** Looks for due jobs soon, or after this many ms. Returns at once. */
  wake: (after?: number) => void
  start: () => void
  /** Starts no more jobs, waits briefly for running ones and aborts the rest, which stay in the queue. */
  close: () => Promise<void>
  /** Lets other processes take the jobs of an ended process. */
  releaseJobsOfEndedProcess: (tx: Tx, processName: string) => Promise<void>
}

/** Writes more data in the transaction that saves a job's outcome. */
type SaveWithOutcome = (tx: Tx) => Promise<unknown>

export type QueueOptions<J extends QueueJobColumns, Outcome> = {
  database: Pick<Database, 'read' | 'write' | 'processLock'>
  table: JobQueueTableDefinition
  timing: QueueTiming
  name: string
  problem: LogProblem
  /** How many jobs of one process may run at a time. */
  maxConcurrent: number
  /** Runs one job. Throws if it failed or its success is unknown. Must end soon after `signal` aborts. */
  work: (job: J, signal: AbortSignal) => Promise<Outcome>
  /** Saves the outcome in the transaction that ends the job. Omit it if the work itself deletes the row. */
  saveOutcome?: (tx: Tx, job: J, outcome: Outcome) => Promise<unknown>
  /** Runs after the commit of a success or a failure. */
  onSettled?: () => void
  /** Returns the sentence that the log gets about each failure. Undefined if `work` or `onFailure` reports failures. */
  describeFailure: ((job: J) => string) | undefined
  /** Returns what to write in addition to the time of the next attempt. */
  onFailure?: (job: J, error: unknown, isGivenUp: boolean) => SaveWithOutcome | undefined
  /** Returns whether the job can never succeed. The queue then gives it up at once. */
  isPermanent?: (error: unknown) => boolean
  /** Returns the creation time of a job, in epoch ms. Required if the queue gives up jobs. */
  getCreatedAt?: (job: J) => number
  /**
   * Whether a job may run twice without harm. If our shutdown aborts such a job, it is due at once and the attempt doesn't
   * count. Other jobs may have worked, such as a sent email, so they wait until their lease ends.
   */
  isRepeatable: boolean
  /** Runs before each look at the queue. Returns whether to look. */
  shouldPoll?: () => Promise<boolean>
  /**
   * Returns since when work has been due, in epoch ms, or undefined if none is. Required for a table with one permanent row,
   * because that row always looks due.
   */
  readDueSince?: () => Promise<number | undefined>
}

/**
 * Processes the rows of a table as jobs, each in one process at a time, on `wake` and every `poll` ms (decision 33). No
 * request waits for a job.
 */
export function createJobQueue<J extends QueueJobColumns, Outcome = unknown>(options: QueueOptions<J, Outcome>): JobQueue {
  const { database, table, timing, name, problem } = options
  const { shouldPoll = async () => true, readDueSince } = options
  const closing = new AbortController()
  let isStarted = false
  let isWokenAgain = false
  let isFailing = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function wake(after = 0): void {
    if (!isStarted) return
    if (after > 0) {
      runAfter(after, wake)
      return
    }
    isWokenAgain = running !== undefined
    if (running) return
    clearTimeout(timer)
    // Leaves the log context of the request that woke the queue.
    running = runInLogContext({ job: name }, () => runDueJobs().catch(reportFailure)).then(() => {
      running = undefined
      if (isWokenAgain) wake()
      else if (isStarted) timer = setTimeout(wake, timing.poll).unref()
    })
  }

  /** Reports only the first failure in a row. */
  function reportFailure(error: unknown): void {
    if (!isFailing) problem(error, `${name}: the server cannot read the queue and tries again`)
    isFailing = true
  }

  async function runDueJobs(): Promise<void> {
    while (isStarted && (await shouldPoll()) && (await hasDueJobs(database.read, table, timing, Date.now()))) {
      // Claims no jobs while others run, so that a wrong clock can't make this process run one twice.
      const claimedBy = await database.processLock.name()
      const claim = { now: Date.now(), maxJobs: options.maxConcurrent, claimedBy }
      const jobs = await database.write((tx) => claimDueJobs<J>(tx, table, timing, claim))
      await Promise.all(jobs.map((job) => runJob(options, job, closing.signal)))
    }
    isFailing = false
  }

  async function readDepth(): Promise<QueueBacklog> {
    const backlog = await readQueueBacklog(database.read, table)
    if (!readDueSince || backlog.due === 0) return backlog
    const dueSince = await readDueSince()
    return dueSince === undefined ? { due: 0, oldestAge: 0 } : { ...backlog, oldestAge: Math.max(0, Date.now() - dueSince) }
  }

  return {
    wake,
    name,
    readDepth,
    releaseJobsOfEndedProcess: (tx, processName) => releaseJobsOfEndedProcess(tx, table, timing, processName),
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

/** Runs `work` after this many ms. A timer may fire 1 ms early, and a job that isn’t due yet would wait for the next poll. */
function runAfter(ms: number, work: () => void): void {
  const runAt = performance.now() + ms
  function runIfDue(): void {
    const left = runAt - performance.now()
    if (left > 0) setTimeout(runIfDue, Math.ceil(left)).unref()
    else work()
  }
  runIfDue()
}

type Persist = (change: JobRetryUpdate, saveWithOutcome?: SaveWithOutcome) => Promise<void>

async function runJob<J extends QueueJobColumns, Outcome>(
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
    else if (isRepeatable) await persist({ due_at: Date.now(), attempts: job.attempts - 1 })
    return
  }
  if (saveOutcome) await persist({}, (tx) => saveOutcome(tx, job, outcome))
}

async function failJob<J extends QueueJobColumns, Outcome>(
  { timing, problem, describeFailure, onFailure, isPermanent, getCreatedAt }: QueueOptions<J, Outcome>,
  job: J,
  error: unknown,
  persist: Persist,
): Promise<void> {
  const age = getCreatedAt ? Date.now() - getCreatedAt(job) : 0
  const isTooOld = job.attempts >= computeMaxJobAttempts(timing) && age >= (timing.giveUpAfter ?? Number.POSITIVE_INFINITY)
  const isGivenUp = isTooOld || isPermanent?.(error) === true
  if (describeFailure) problem(error, describeFailure(job))
  const saveWithOutcome = onFailure?.(job, error, isGivenUp)
  await persist({ due_at: isGivenUp ? NEVER_DUE : Date.now() + computeRetryPause(job.attempts, timing) }, saveWithOutcome)
}

/** Tries to save an outcome until the lease ends, so that a busy database doesn't make the job run again. */
async function persistUntilLeaseEnds<J extends QueueJobColumns, Outcome>(
  { database, table, name, problem, onSettled }: QueueOptions<J, Outcome>,
  { leaseEndsAt, closing }: { leaseEndsAt: number; closing: AbortSignal },
  job: J,
  change: JobRetryUpdate,
  saveWithOutcome?: SaveWithOutcome,
): Promise<void> {
  for (let isLast = false; ; ) {
    try {
      await database.write(async (tx) => {
        if (await settleJobClaim(tx, table, job, change)) await saveWithOutcome?.(tx)
      })
      onSettled?.()
      return
    } catch (error) {
      problem(error, `${name}: the server cannot save the outcome of ${job.id}`)
      if (isLast || performance.now() > leaseEndsAt) return
      // Closing leaves time for one more try.
      await pause(PERSIST_RETRY_PAUSE, undefined, { signal: closing }).catch(() => {})
      isLast = closing.aborted
    }
  }
}
