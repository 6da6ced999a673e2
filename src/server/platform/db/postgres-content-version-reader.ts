import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContentVersionReader } from './content-version-reader.ts'
import type { createPostgresPoolFactory } from './postgres-pools.ts'

/** Limits in ms. Every cached page waits for this read, so they are shorter than those of other statements. */
const CONNECT_TIMEOUT = 2_000
const QUERY_TIMEOUT = 1_000
/** How long a failure is reused, in ms, so that a request that reads twice doesn't wait twice. */
const FAILURE_LIFETIME = 500

/**
 * Reads the content version over its own connection, which no other work uses. Caches nothing: every read after a
 * confirmed save returns the new version, even if connections broke meanwhile.
 */
export function createPostgresContentVersionReader(
  createPool: ReturnType<typeof createPostgresPoolFactory>,
): ContentVersionReader & { close: () => Promise<void> } {
  const limits = { connectionTimeoutMillis: CONNECT_TIMEOUT, query_timeout: QUERY_TIMEOUT }
  const pool = createPool({ max: 1, idleTimeoutMillis: 0, ...limits })
  const queryVersion = async () => {
    const [row] = await pool.query<{ version: number }>('select version from content_version')
    return row?.version ?? 0
  }
  // A broken connection only shows now. One retry opens a new one.
  const querySharedVersion = shareNextRead(() => queryVersion().catch(queryVersion))
  let failure: { reason: unknown; until: number } | undefined
  async function refresh(): Promise<number> {
    if (failure && performance.now() < failure.until) throw failure.reason
    try {
      return await querySharedVersion()
    } catch (reason) {
      failure = { reason, until: performance.now() + FAILURE_LIFETIME }
      throw reason
    }
  }
  return { current: () => undefined, currentThisTurn: () => undefined, refresh, close: () => pool.close() }
}

/**
 * Shares one read among all callers that arrive before it starts. Callers during a read share the next one. So a result is
 * never older than its call, and a thousand requests cost as much as a few.
 */
export function shareNextRead<T>(read: () => Promise<T>): () => Promise<T> {
  let currentRead: Promise<unknown> = Promise.resolve()
  let nextRead: Promise<T> | undefined
  async function startNextRead(): Promise<T> {
    await currentRead
    // Lets the requests of this turn arrive.
    await nextTurn()
    nextRead = undefined
    const result = read()
    currentRead = result.catch(() => {})
    return result
  }
  return () => {
    nextRead ??= startNextRead()
    return nextRead
  }
}
