import type { QueueTiming } from '../queue/queue.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** How telling takes its time; all in ms. */
export const TIMING = {
  /** Also for changes: nobody says when there is one. */
  poll: 2 * SECOND,
  /** How long a page must have rested, so that an owner's many small saves are one change. */
  rest: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 10 * SECOND,
  firstPause: 60 * SECOND,
  longestPause: 6 * HOUR,
  closeWithin: 0,
} satisfies QueueTiming & { rest: number }
