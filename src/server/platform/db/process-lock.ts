/**
 * The proof that a process lives: a lock that ends with it, whatever ends it, and needs no clock. A process that is
 * merely paused keeps it (docs/decisions/0033).
 */
export type ProcessLock = {
  /** What this process is called where it claims something; undefined while it holds no proof that it lives. Takes the lock when first asked. */
  name: () => Promise<string | undefined>
  /** Which of these processes have ended; none while we hold no proof ourselves. Takes our own lock again where it was lost. */
  findEnded: (names: readonly string[]) => Promise<string[]>
  release: () => Promise<void>
}

/** What processes are called: it also names their locks, which take a number of 31 bits. */
export const MAX_PROCESS_NUMBER = 2 ** 31 - 1
