import type { QueueTiming } from '../queue/queue.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** How the outbox takes its time, and how long the mail server may take to connect and to greet, and to be silent afterwards; all in ms. */
export const TIMING = {
  poll: 5 * SECOND,
  lease: 300 * SECOND,
  deadline: 120 * SECOND,
  connect: 10 * SECOND,
  silence: 30 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: HOUR,
  giveUpAfter: 73 * HOUR,
  closeWithin: 3 * SECOND,
} satisfies QueueTiming & { connect: number; silence: number }

export type Timing = typeof TIMING
