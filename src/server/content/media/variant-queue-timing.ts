import type { QueueTiming } from '../../platform/queue/queue.ts'

const SECOND = 1_000

/** How variants are made; one takes a second or two on an ordinary machine. In ms. */
export const VARIANT_QUEUE_TIMING = {
  poll: 5 * SECOND,
  lease: 180 * SECOND,
  deadline: 60 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: 24 * 3_600 * SECOND,
  closeWithin: SECOND / 2,
} satisfies QueueTiming
