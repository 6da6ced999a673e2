/** How far a correct clock may be ahead of ours, in ms: on another machine, or ours before a correction. */
const CLOCK_TOLERANCE = 60_000

/**
 * Returns the latest time that a correct clock could have stored for `ahead` ms after `now`, in epoch ms. Later stored
 * times come from a wrong clock and are ignored. Otherwise a clock that is two days ahead for a minute would block work
 * for two days (docs/decisions/0026).
 */
export function computeLatestPlausibleTime(now: number, ahead = 0): number {
  return now + ahead + CLOCK_TOLERANCE
}

/** How long a clock must run steadily before the site removes old data, in ms. A wrong clock is usually corrected by then. */
const STABLE_AFTER = 600_000

/**
 * Returns a function that checks whether the clock has kept pace with the monotonic clock for long enough. A machine that
 * starts two years ahead for a minute must not remove data that only looks old.
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
