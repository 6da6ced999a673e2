import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one piece of work may hold the thread, in ms. */
const MAX_BLOCKING_TIME = 10

/** Returns a function that long work awaits between steps. It lets other requests run after `MAX_BLOCKING_TIME`. */
export function createEventLoopYield(): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < MAX_BLOCKING_TIME) return
    await nextTurn()
    startedAt = performance.now()
  }
}
