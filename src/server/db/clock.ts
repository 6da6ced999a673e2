/** How far ahead of ours a clock may be that is right, in ms: that of another machine, or ours before it was corrected. */
const CLOCK_TOLERANCE = 60_000

/**
 * The latest time that a right clock can have written for `ahead` ms from `now`, in epoch ms. A stored time beyond it
 * was written by a clock that was wrong and binds nobody: otherwise a clock that was two days ahead for a minute would
 * hold things up for two days (docs/decisions/0026).
 */
export function latestPlausible(now: number, ahead = 0): number {
  return now + ahead + CLOCK_TOLERANCE
}
