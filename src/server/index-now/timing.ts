const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** All in ms. A turn outlives the longest telling, so that nothing is told twice at once. */
export const TIMING = {
  /** How often is looked for changes: also for those of other processes. */
  poll: 2 * SECOND,
  /** How long a page must have rested, so that an owner's many small saves are one change. */
  rest: 5 * SECOND,
  /** How long whoever is told may take. */
  deadline: 10 * SECOND,
  /** How long the turn belongs to the process that took it. */
  lease: 60 * SECOND,
  /** The pause after the first failure; each further one doubles it, up to the longest. */
  firstPause: 60 * SECOND,
  longestPause: 6 * HOUR,
}
