import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseBusy } from './faults.ts'

/** How long to try, and how long to leave the event loop alone between tries, in ms. */
const LOCK_PATIENCE = 5_000
const LOCK_PAUSE = 100

/** Tries again while another process is in the way; gives up with the database's own error. */
export async function withPatience<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + LOCK_PATIENCE
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isDatabaseBusy(error) || performance.now() > deadline) throw error
      await pause(LOCK_PAUSE)
    }
  }
}
