import { UserError } from '../../../contract/core/user-error.ts'
import type { Config } from '../../config/config.ts'
import { computeLatestPlausibleTime } from '../../platform/db/clock-checks.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import { readCookie } from '../../platform/http/request-headers.ts'
import { endedSession, type FindSession, type Session, visitorSession } from '../../platform/http/session.ts'
import type { Auth } from '../auth/auth.ts'
import { isSessionRecent } from './store.ts'

/** How long a session is taken from the cache, in ms: as long as another process may not notice its end. */
const CACHE_TTL_MS = 5_000
const MAX_CACHED_SESSIONS = 10_000
/** How exactly it is written down when somebody was seen last, in ms. */
const SEEN_INTERVAL_MS = 60_000

type SessionCache = {
  find: FindSession
  /** To be called after anything that changes a role or an account, or ends more than one session. */
  clear: () => void
  /** To be called after the session of a request was ended. */
  evict: (headers: Headers) => void
}

type Dependencies = {
  auth: Auth
  read: DatabaseReader
  isAdmin: (email: string) => Promise<boolean>
  adminSecondFactor: Config['adminSecondFactor']
  /** Notes that somebody was seen just now; nobody waits for it. */
  markSeen: (sessionId: string) => void
}

/**
 * Finds sessions by their cookie, with a short cache in front: the look-up costs two queries. Somebody
 * without a session is not cached: telling that a cookie is made up takes no query.
 */
export function createSessionCache(parts: Dependencies): SessionCache {
  const { auth, read, isAdmin, adminSecondFactor, markSeen } = parts
  const entries = new Map<string, { session: Session; expiresAt: number }>()
  /** What was looked up before the cache was cleared must not be put into it afterwards. */
  let generation = 0

  async function fetchSession(headers: Headers) {
    const { api } = await auth.library()
    return api.getSession({ headers })
  }

  async function loadSession(headers: Headers): Promise<Session> {
    const result = await fetchSession(headers).catch((cause: unknown) => {
      throw lookupError(cause)
    })
    if (!result) return endedSession
    const { id: sessionId, seenAt } = result.session
    if (isSeenTimeStale(seenAt ?? 0)) markSeen(sessionId)
    const { id, email, emailVerified, twoFactorEnabled } = result.user
    // Admin rights need a verified address (P-66).
    const isAdminUser = emailVerified && (await isAdmin(email))
    const needsSecondFactor = isAdminUser && adminSecondFactor === 'required' && !twoFactorEnabled
    return {
      person: { userId: id, sessionId, email, isAdmin: isAdminUser && !needsSecondFactor },
      isRecent: () => isSessionRecent(read, sessionId),
      viewer: needsSecondFactor
        ? { kind: 'customer', email, userId: id, mustSetUpSecondFactor: true }
        : { kind: isAdminUser ? 'admin' : 'customer', email, userId: id },
    }
  }

  /** The value of the session cookie, as one key however it is spelled. */
  const readSessionToken = (headers: Headers) => readCookie(headers, auth.sessionCookie)

  return {
    async find(headers) {
      const token = readSessionToken(headers)
      if (!token) return visitorSession
      const entry = entries.get(token)
      if (entry && entry.expiresAt > performance.now()) return entry.session
      const startGeneration = generation
      const session = await loadSession(headers)
      // Made-up cookies are never kept, so nobody can push out the others.
      if (session.viewer.kind !== 'visitor' && startGeneration === generation) addEntry(token, session)
      return session
    },
    clear: () => {
      generation++
      entries.clear()
    },
    evict: (headers) => {
      generation++
      entries.delete(readSessionToken(headers) ?? '')
    },
  }

  function addEntry(token: string, session: Session): void {
    const [oldest] = entries.keys()
    if (entries.size >= MAX_CACHED_SESSIONS && oldest !== undefined) entries.delete(oldest)
    entries.delete(token)
    entries.set(token, { session, expiresAt: performance.now() + CACHE_TTL_MS })
  }
}

function isSeenTimeStale(seenAt: number): boolean {
  const now = Date.now()
  return seenAt < now - SEEN_INTERVAL_MS || seenAt > computeLatestPlausibleTime(now)
}

/** The library says only that it failed; what it needs for a look-up is the database. */
function lookupError(cause: unknown): UserError {
  const userError = new UserError(503, 'It could not be looked up who you are. Please try again in a moment.')
  userError.cause = cause
  return userError
}
