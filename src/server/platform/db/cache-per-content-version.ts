import type { ContentVersionReader } from './content-version-reader.ts'

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
