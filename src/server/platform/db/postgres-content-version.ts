import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContentVersion } from './content-version.ts'
import type { createPostgresPoolFactory } from './postgres-driver.ts'

/** Every kept page waits for this, so it waits for less than other statements do, in ms. */
const CONNECT_TIMEOUT = 2_000
const QUERY_TIMEOUT = 1_000
/** How long a failure is told to whoever asks next, in ms, so that a request that asks twice does not wait twice. */
const FAILURE_LIFETIME = 500

/**
 * Asks for the content version over a connection of its own, which no other work can take. Nothing is
 * remembered: whoever asks after a save was acknowledged sees it, whatever became of any connection.
 */
export function createPostgresContentVersion(
  createPool: ReturnType<typeof createPostgresPoolFactory>,
): ContentVersion & { close: () => Promise<void> } {
  const limits = { connectionTimeoutMillis: CONNECT_TIMEOUT, query_timeout: QUERY_TIMEOUT }
  const pool = createPool({ max: 1, idleTimeoutMillis: 0, ...limits })
  const queryVersion = async () => {
    const [row] = await pool.query<{ version: number }>('select version from content_version')
    return row?.version ?? 0
  }
  // That a connection was cut shows only now: a new one is asked before anybody is refused.
  const querySharedVersion = batchConcurrentReads(() => queryVersion().catch(queryVersion))
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
 * One question for all who come before it is put; who comes while one is under way shares the next. So
 * the answer is never older than the asking, and a thousand requests cost as much as a few.
 */
export function batchConcurrentReads<T>(read: () => Promise<T>): () => Promise<T> {
  let currentRead: Promise<unknown> = Promise.resolve()
  let nextRead: Promise<T> | undefined
  async function startNextRead(): Promise<T> {
    await currentRead
    // Lets the requests of this turn come in.
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
