/**
 * Proves that a process is alive, by a lock that ends with the process and needs no clock. A paused process keeps it
 * (docs/decisions/0033).
 */
export type LivenessLock = {
  /** Returns this process's name for claims. Takes the lock first. Undefined while the process can't hold its lock. */
  name: () => Promise<string | undefined>
  /** Returns which of these processes have ended. Takes a lost own lock again. Empty while this process holds no lock. */
  findEnded: (names: readonly string[]) => Promise<string[]>
  release: () => Promise<void>
}

/** The largest process number. Locks are numbers of 31 bits. */
export const MAX_PROCESS_LOCK_NUMBER = 2 ** 31 - 1
