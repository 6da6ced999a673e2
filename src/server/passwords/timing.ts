import type { QueueTiming } from '../queue/queue.ts'

/** How long a request for a new password waits at least and at most, in ms. */
const SHORTEST = 50
const LONGEST = 500

const SECOND = 1_000

/** How many requests are carried out at a time. */
export const AT_ONCE = 10

export const TIMING: QueueTiming = {
  poll: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 20 * SECOND,
  firstPause: SECOND,
  longestPause: 60 * SECOND,
  closeWithin: 3 * SECOND,
}

/** The random pause, in ms, for which the work on a request cannot be seen in the next answer either. */
export function pauseBefore(): number {
  return SHORTEST + Math.floor(Math.random() * (LONGEST - SHORTEST))
}
