/** How a queue takes its time; all in ms. A claim outlives the longest attempt, so that no job is under way twice. */
export type QueueTiming = {
  /** How often is looked unasked: for jobs of other processes, of one that ended, and for further attempts. */
  poll: number
  /** How long a claimed job belongs to the process that claimed it. */
  lease: number
  /** How long one attempt may take; it is told to end then. */
  deadline: number
  /** The pause after the first failure; each further one doubles it, up to the longest. */
  firstPause: number
  longestPause: number
  /** A job is given up once it is that old and was tried as often as that takes: a clock alone gives nothing up. */
  giveUpAfter?: number
  /** How long closing waits for what is under way before that is cut short. */
  closeWithin: number
}

/** The pause after this many failures, in ms. */
export function computeRetryPause(attempts: number, { firstPause, longestPause }: QueueTiming): number {
  return Math.min(firstPause * 2 ** (attempts - 1), longestPause)
}

/** How many pauses double before the longest is reached. */
export function countDoublingPauses({ firstPause, longestPause }: QueueTiming): number {
  return Math.ceil(Math.log2(longestPause / firstPause))
}

/** How many attempts fit into the time before a job is given up; without end where none is. */
export function countAttemptsBeforeGivingUp(timing: QueueTiming): number {
  const { giveUpAfter } = timing
  if (giveUpAfter === undefined) return Number.POSITIVE_INFINITY
  let attempts = 1
  for (let elapsed = 0; elapsed < giveUpAfter; attempts++) elapsed += computeRetryPause(attempts, timing)
  return attempts
}
