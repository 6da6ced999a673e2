import type { IncomingMessage } from 'node:http'
import { runInLogContext } from '#platform/log/log-context.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import { allowsTracking, isVisit } from '../visits/visits.ts'
import type { PathHitCount } from './store.ts'

/** A killed process loses the hits of this interval, in ms. */
const FLUSH_INTERVAL_MS = 10_000
/** How many different paths one interval may add, so that a flood of invented paths costs little. */
const MAX_NEW_PATHS = 100

/** Search engines that look up old addresses. Other programs aren't counted. */
const SEARCH_ENGINE = /Googlebot|bingbot|DuckDuckBot|Applebot|YandexBot|Slurp/i

/** In characters. Real addresses are shorter. */
const MAX_PATH_LENGTH = 200
const MIN_TOKEN_LENGTH = 20

/** Matches what only programs that look for weaknesses request. */
const PROBE =
  /^\/(?:\.|wp-|cgi-bin|vendor\/|phpmyadmin|xmlrpc|_profiler|actuator|telescope|autodiscover|boaform)|\.(?:env|git|sql|bak|asp|aspx|jsp|cgi|sh)$/i

type Dependencies = {
  save: (hits: readonly PathHitCount[]) => Promise<void>
  problem: LogProblem
}

/** Counts in memory and saves the counts every FLUSH_INTERVAL_MS. Never delays a request. */
export function createHitCounter({ save, problem }: Dependencies) {
  let hits = new Map<string, PathHitCount>()
  let newPaths = 0
  let timer: NodeJS.Timeout | undefined
  let pendingFlush: Promise<void> = Promise.resolve()

  function count(subject: string): void {
    const known = hits.get(subject)
    hits.set(subject, { subject, hits: (known?.hits ?? 0) + 1, last_at: Date.now() })
    timer ??= setTimeout(() => runInLogContext({ job: 'old-paths' }, () => void flush()), FLUSH_INTERVAL_MS).unref()
  }

  /** Saves one batch after the other. A batch that can't be saved is dropped. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = [...hits.values()]
    hits = new Map()
    newPaths = 0
    if (batch.length > 0)
      pendingFlush = pendingFlush
        .then(() => save(batch))
        .catch((error) => problem(error, 'The server could not save how often old addresses were requested.'))
    return pendingFlush
  }

  return {
    flush,

    /** Counts a request for a path that no page answers. Stores no query, no private path and nothing about the visitor. */
    countMissing(request: IncomingMessage, path: string): void {
      if (!isCounted(request) || isPrivateOrProbePath(path)) return
      if (!hits.has(path) && newPaths++ >= MAX_NEW_PATHS) return
      count(path)
    },

    countRedirects(request: IncomingMessage, ids: readonly string[]): void {
      if (isCounted(request)) for (const id of ids) count(id)
    },
  }
}

function isCounted(request: IncomingMessage): boolean {
  const { method, headers } = request
  const isSearchEngine = method === 'GET' && SEARCH_ENGINE.test(headers['user-agent'] ?? '')
  return isVisit(request) || (isSearchEngine && allowsTracking(headers.dnt, headers['sec-gpc']))
}

/** True for a path that the site must not store: too long, possibly private, or a probe for weaknesses. */
export function isPrivateOrProbePath(path: string): boolean {
  const isPlain = path.length <= MAX_PATH_LENGTH && /^\/[!-~]*$/.test(path)
  return !isPlain || PROBE.test(path) || path.split('/').some(mayBeSecret)
}

/** True for an email address, and for a long segment with digits that has no words: an id or a token. */
function mayBeSecret(segment: string): boolean {
  if (/@|%40/.test(segment)) return true
  if (segment.length < MIN_TOKEN_LENGTH || !/\d/.test(segment)) return false
  const isMixedCase = /[a-z]/.test(segment) && /[A-Z]/.test(segment)
  return isMixedCase || !segment.includes('-') || /^[0-9a-f]{8}-[0-9a-f-]+$/i.test(segment)
}
