const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** All in ms. A claim outlives the longest hand-over, so that mail is never under way twice. */
export const TIMING = {
  /** How often the outbox is looked at unasked: for mail of a process that ended, and for retries. */
  poll: 5 * SECOND,
  /** How long a claimed mail belongs to the process that claimed it. */
  lease: 300 * SECOND,
  /** How long one hand-over may take. */
  deadline: 120 * SECOND,
  /** How long the mail server may take to connect and to greet, and to be silent afterwards. */
  connect: 10 * SECOND,
  silence: 30 * SECOND,
  /** The pause after the first failure; each further one doubles it, up to the longest. */
  firstPause: 10 * SECOND,
  longestPause: HOUR,
  /** Mail is given up once it is that old and was tried as often as that takes: a clock alone gives nothing up. */
  giveUpAfter: 73 * HOUR,
  /** How long closing waits for mail that is being handed over. */
  farewell: 3 * SECOND,
}

export type Timing = typeof TIMING

/** How many pauses double before the longest is reached. */
export function pausesBelowLongest({ firstPause, longestPause }: Timing): number {
  return Math.ceil(Math.log2(longestPause / firstPause))
}

/** How many attempts fit into the time before mail is given up. */
export function attemptsBeforeGivingUp(timing: Timing): number {
  let attempts = 1
  for (let waited = 0; waited < timing.giveUpAfter; attempts++) waited += pauseAfter(attempts, timing)
  return attempts
}

/** The pause after this many failures, in ms. */
export function pauseAfter(attempts: number, { firstPause, longestPause }: Timing): number {
  return Math.min(firstPause * 2 ** (attempts - 1), longestPause)
}
