/** How far ahead of ours a clock may be that is right, in ms: that of another machine, or ours before it was corrected. */
const CLOCK_TOLERANCE = 60_000

/**
 * The latest time that a right clock can have written for `ahead` ms from `now`, in epoch ms. A stored time beyond it
 * was written by a clock that was wrong and binds nobody: otherwise a clock that was two days ahead for a minute would
 * hold things up for two days (docs/decisions/0026).
 */
export function computeLatestPlausibleTime(now: number, ahead = 0): number {
  return now + ahead + CLOCK_TOLERANCE
}

/** For how long a clock must have gone its way before what it calls old is removed, in ms: one that is wrong is put right by then. */
const STABLE_AFTER = 600_000

/**
 * Tells whether the clock has gone along with the one that only goes forward since this was made, or since it was put
 * last: a machine that starts two years ahead for a minute must not remove what is two years old.
 */
export function createClockStabilityCheck(stableAfter = STABLE_AFTER): () => boolean {
  const measureDrift = () => Date.now() - performance.now()
  let stableSince = performance.now()
  let lastDrift = measureDrift()
  return () => {
    if (Math.abs(measureDrift() - lastDrift) > CLOCK_TOLERANCE) {
      lastDrift = measureDrift()
      stableSince = performance.now()
    }
    return performance.now() - stableSince >= stableAfter
  }
}
