import type { QueueTiming } from '../../platform/queue/queue.ts'

const SECOND = 1_000

/** How a publication at a time takes its time, and how long a clock must have gone evenly before it is believed; all in ms. */
export const TIMING = {
  poll: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 20 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: 300 * SECOND,
  closeWithin: 3 * SECOND,
  settle: 60 * SECOND,
} satisfies QueueTiming & { settle: number }

/** By how much a clock may be corrected without having been wrong, in ms. */
const CORRECTED_BY = 30_000

/**
 * Tells whether this machine's clock has gone evenly for `settle` ms, as far as was looked. What is published cannot be
 * taken back, so a clock that has just jumped ahead, or that nobody has watched yet, publishes nothing (docs/decisions/0026).
 */
export function createClockWatch(settle: number): () => boolean {
  let difference = Date.now() - performance.now()
  let evenSince = performance.now()
  return () => {
    const now = Date.now() - performance.now()
    if (Math.abs(now - difference) > CORRECTED_BY) evenSince = performance.now()
    difference = now
    return performance.now() - evenSince >= settle
  }
}
