import type { ContentVersion } from '../db/content-version.ts'

/**
 * Something worked out from content: once per content version, however many ask at once. The version is
 * read before the content: a write meanwhile makes the result stale at once.
 */
export function keptValue<T>(contentVersion: ContentVersion, make: () => Promise<T>): () => Promise<T> {
  let kept: { version: number; value: Promise<T> } | undefined
  return async () => {
    const version = contentVersion.current() ?? (await contentVersion.refresh())
    if (kept?.version === version) return kept.value
    const fresh = { version, value: make() }
    kept = fresh
    try {
      return await fresh.value
    } catch (error) {
      // The next one to ask tries again.
      if (kept === fresh) kept = undefined
      throw error
    }
  }
}
