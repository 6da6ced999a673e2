/** The counter that every content write increments, in any process. */
export type ContentVersionReader = {
  /** Returns the current version, or undefined if only a query can tell. */
  current: () => number | undefined
  /** Returns the version at the time of this call or later. Throws if the database is unavailable. */
  refresh: () => Promise<number>
  /**
   * Returns `current`, read once per turn of the event loop. Use it only for replies that go out immediately: it may miss
   * what another process commits within microseconds.
   */
  currentThisTurn: () => number | undefined
  /** Runs after this process commits a content write. */
  onCommitted?: () => void
}
