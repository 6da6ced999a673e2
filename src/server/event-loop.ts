import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a piece of long work holds the thread before other requests get a turn, in ms. */
const TURN = 10

/** Returns what long work calls between two of its steps: lets other requests run once the work has held the thread for `TURN`. */
export function createYield(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN) return
    await nextTurn()
    began = performance.now()
  }
}
