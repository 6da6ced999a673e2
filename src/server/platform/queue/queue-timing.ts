/** The times of a queue, in ms. The lease must be longer than the longest attempt, so that no job runs twice at a time. */
export type QueueTiming = {
  /** How often the queue looks for jobs of other processes, of ended processes, and for retries. */
  poll: number
  /** How long a claimed job belongs to its process. */
  lease: number
  /** How long one attempt may take before it gets the signal to stop. */
  deadline: number
  /** The longest wait of a new job before its first attempt. Without it, new jobs start at once. */
  firstWait?: number
  /** The pause after the first failure. Each further failure doubles it, up to `longestPause`. */
  firstPause: number
  longestPause: number
  /**
   * The age at which a job is given up, once it also had the number of attempts that fit into this time. A wrong clock alone
   * therefore gives up no job.
   */
  giveUpAfter?: number
  /** How long `close` waits for running jobs before it aborts them. */
  closeWithin: number
}

/** Returns the pause after this many failures, in ms. */
export function computeRetryPause(attempts: number, { firstPause, longestPause }: QueueTiming): number {
  return Math.min(firstPause * 2 ** (attempts - 1), longestPause)
}

/** Returns how often the pause doubles before it reaches the longest. */
export function computeMaxPauseDoublings({ firstPause, longestPause }: QueueTiming): number {
  return Math.ceil(Math.log2(longestPause / firstPause))
}

/** Returns how many attempts fit into `giveUpAfter`. Infinite if the queue never gives up. */
export function computeMaxJobAttempts(timing: QueueTiming): number {
  const { giveUpAfter } = timing
  if (giveUpAfter === undefined) return Number.POSITIVE_INFINITY
  let attempts = 1
  for (let elapsed = 0; elapsed < giveUpAfter; attempts++) elapsed += computeRetryPause(attempts, timing)
  return attempts
}
