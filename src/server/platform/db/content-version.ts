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
  currentThisTurn: () => number | undefined
  /** This process has committed a content write. */
  onCommitted?: () => void
}

/**
 * Something worked out from content: once per content version, however many ask at once. The version is
 * read before the content: a write meanwhile makes the result stale at once.
 */
export function cachePerContentVersion<T>(contentVersion: ContentVersion, compute: () => Promise<T>): () => Promise<T> {
  let cached: { version: number; value: Promise<T> } | undefined
  return async () => {
    const version = contentVersion.current() ?? (await contentVersion.refresh())
    if (cached?.version === version) return cached.value
    const fresh = { version, value: compute() }
    cached = fresh
    try {
      return await fresh.value
    } catch (error) {
      // The next one to ask tries again.
      if (cached === fresh) cached = undefined
      throw error
    }
  }
}
