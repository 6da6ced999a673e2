import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one piece of work may hold the thread, in ms. */
const TURN = 10

/** Returns a function that long work awaits between steps. It lets other requests run once `TURN` is over. */
export function createYield(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN) return
    await nextTurn()
    began = performance.now()
  }
}
