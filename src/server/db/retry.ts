import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseBusy } from './faults.ts'

/** How long to try, and how long to leave the event loop alone between tries, in ms. */
const RETRY_FOR = 5_000
const RETRY_PAUSE = 100

/** Runs a whole transaction again while another process is in the way; gives up with the database's own error. */
export async function retryWhileBusy<T>(transaction: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + RETRY_FOR
  for (;;) {
    try {
      return await transaction()
    } catch (error) {
      if (!isDatabaseBusy(error) || performance.now() > deadline) throw error
      await pause(RETRY_PAUSE)
    }
  }
}
