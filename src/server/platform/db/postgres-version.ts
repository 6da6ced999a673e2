import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContentVersion } from './content-version.ts'
import type { poolsTo } from './postgres-driver.ts'

/** Every kept page waits for this, so it waits for less than other statements do, in ms. */
const CONNECT_WITHIN = 2_000
const ANSWER_WITHIN = 1_000
/** How long a failure is told to whoever asks next, in ms, so that a request that asks twice does not wait twice. */
const FAILURE_LASTS = 500

/**
 * Asks for the content version over a connection of its own, which no other work can take. Nothing is
 * remembered: whoever asks after a save was acknowledged sees it, whatever became of any connection.
 */
export function versionOnRequest(createPool: ReturnType<typeof poolsTo>): ContentVersion & { close: () => Promise<void> } {
  const limits = { connectionTimeoutMillis: CONNECT_WITHIN, query_timeout: ANSWER_WITHIN }
  const pool = createPool({ max: 1, idleTimeoutMillis: 0, ...limits })
  const ask = async () => {
    const [row] = await pool.query<{ version: number }>('select version from content_version')
    return row?.version ?? 0
  }
  // That a connection was cut shows only now: a new one is asked before anybody is refused.
  const askShared = shareReads(() => ask().catch(ask))
  let failure: { reason: unknown; until: number } | undefined
  async function refresh(): Promise<number> {
    if (failure && performance.now() < failure.until) throw failure.reason
    try {
      return await askShared()
    } catch (reason) {
      failure = { reason, until: performance.now() + FAILURE_LASTS }
      throw reason
    }
  }
  return { current: () => undefined, thisTurn: () => undefined, refresh, close: () => pool.close() }
}

/**
 * One question for all who come before it is put; who comes while one is under way shares the next. So
 * the answer is never older than the asking, and a thousand requests cost as much as a few.
 */
export function shareReads<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  async function askNext(): Promise<T> {
    await underWay
    // Lets the requests of this turn come in.
    await nextTurn()
    next = undefined
    const asked = ask()
    underWay = asked.catch(() => {})
    return asked
  }
  return () => {
    next ??= askNext()
    return next
  }
}
