/** A number that every content write raises, in whichever process it happens. */
export type ContentVersion = {
  /** The version as of now, or undefined where only a query can tell. */
  current: () => number | undefined
  /** The version as of now or later than this call; throws where the database is away. */
  refresh: () => Promise<number>
  /**
   * The same as `current`, asked for once per turn of the event loop. Only for answers that leave at
   * once: it may miss what another process commits in the same few microseconds.
   */
  thisTurn: () => number | undefined
  /** This process has committed a content write. */
  announced?: () => void
}
