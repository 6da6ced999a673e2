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

/**
 * Caches a computation per content version, also for parallel callers. Reads the version before the content, so that a
 * write in between makes the result stale.
 */
export function cachePerContentVersion<T>(contentVersion: ContentVersionReader, compute: () => Promise<T>): () => Promise<T> {
  let cached: { version: number; value: Promise<T> } | undefined
  return async () => {
    const version = contentVersion.current() ?? (await contentVersion.refresh())
    if (cached?.version === version) return cached.value
    const computation = { version, value: compute() }
    cached = computation
    try {
      return await computation.value
    } catch (error) {
      // The next caller tries again.
      if (cached === computation) cached = undefined
      throw error
    }
  }
}
