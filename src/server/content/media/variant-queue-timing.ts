import type { QueueTiming } from '../../platform/queue/queue.ts'

const SECOND = 1_000

/** Times in ms. An ordinary machine makes a variant in a second or two. */
export const VARIANT_QUEUE_TIMING = {
  poll: 5 * SECOND,
  lease: 180 * SECOND,
  deadline: 60 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: 24 * 3_600 * SECOND,
  closeWithin: SECOND / 2,
} satisfies QueueTiming
