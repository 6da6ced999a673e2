import type { QueueTiming } from '../../../platform/queue/queue.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How notices are verified: a provider that is down is asked until it answers, however many days that takes. In ms. */
export const TIMING = {
  poll: 5 * SECOND,
  lease: MINUTE,
  deadline: 30 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: HOUR,
  closeWithin: 3 * SECOND,
} satisfies QueueTiming
