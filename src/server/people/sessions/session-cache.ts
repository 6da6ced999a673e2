import { NOT_LOGGED_IN_MESSAGE, UserError } from '#contract/core/user-error.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import {
  endedRequestSession,
  type FindSession,
  type RequestSession,
  signedOutSession,
} from '#platform/http/request-session-types.ts'
import { readCookie } from '#platform/http/web-headers.ts'
import type { Config } from '../../config/config.ts'
import type { Auth } from '../auth/auth.ts'
import { findSessionUser, hasRecentSignIn, type SessionUser } from './store.ts'

/** How long a cached session counts, in ms. Another process may miss the session's end for that long. */
const CACHE_TTL_MS = 5_000
const MAX_CACHED_SESSIONS = 10_000
/** How often the server stores the time of a session's last request, in ms. */
const SEEN_INTERVAL_MS = 60_000

export type SessionCache = {
  find: FindSession
  /** Callers use this after a change of a role or an account, and after several sessions ended. */
  clear: () => void
  /** Callers use this after the session of one request ended. */
  evict: (headers: Headers) => void
}

type Dependencies = {
  auth: Auth
  read: DatabaseReader
  hasAdminRole: (db: DatabaseReader, email: string) => Promise<boolean>
  adminSecondFactor: Config['adminSecondFactor']
  /** Stores the time of the session's last request, in the background. */
  markSeen: (sessionId: string) => void
}

/**
 * Creates a cache of sessions by their cookie. It saves two queries per request. It doesn't cache visitors, because an
 * invented cookie costs no query.
 */
export function createSessionCache(dependencies: Dependencies): SessionCache {
  const { auth, read, hasAdminRole, adminSecondFactor, markSeen } = dependencies
  const entries = new Map<string, { session: RequestSession; expiresAt: number }>()
  /** Changes with each clear. A lookup that began in an earlier generation doesn't enter the cache. */
  let generation = 0

  async function fetchSession(headers: Headers) {
    const { api } = await auth.library()
    return api.getSession({ headers })
  }

  async function loadSession(headers: Headers): Promise<RequestSession> {
    const result = await fetchSession(headers).catch((cause: unknown) => {
      throw lookupError(cause)
    })
    if (!result) return endedRequestSession
    const { id: sessionId, seenAt } = result.session
    if (isSeenTimeStale(seenAt ?? 0)) markSeen(sessionId)
    const { id, email } = result.user
    const { isAdminUser, needsSecondFactor } = await loadRights(read, result.user)
    const isAdmin = isAdminUser && !needsSecondFactor
    return {
      person: { userId: id, sessionId, email, isAdmin, assertCurrent: (db) => assertCurrent(db, { sessionId, email, isAdmin }) },
      isRecent: () => hasRecentSignIn(read, sessionId),
      viewer: needsSecondFactor
        ? { kind: 'customer', email, userId: id, mustSetUpSecondFactor: true }
        : { kind: isAdminUser ? 'admin' : 'customer', email, userId: id },
    }
  }

  async function loadRights(db: DatabaseReader, { email, emailVerified, twoFactorEnabled }: SessionUser) {
    // Admin rights need a verified email (P-66).
    const isAdminUser = Boolean(emailVerified) && (await hasAdminRole(db, email))
    return { isAdminUser, needsSecondFactor: isAdminUser && adminSecondFactor === 'required' && !twoFactorEnabled }
  }

  async function assertCurrent(
    db: DatabaseReader,
    former: { sessionId: string; email: string; isAdmin: boolean },
  ): Promise<void> {
    const user = await findSessionUser(db, former.sessionId)
    if (user?.email !== former.email) throw new UserError(401, NOT_LOGGED_IN_MESSAGE)
    const { isAdminUser, needsSecondFactor } = await loadRights(db, user)
    if (former.isAdmin && (!isAdminUser || needsSecondFactor)) throw new UserError(403, 'Only an admin can do this.')
  }

  /** Returns one decoded value for all spellings of the cookie. */
  const readSessionToken = (headers: Headers) => readCookie(headers, auth.sessionCookie)

  return {
    async find(headers) {
      const token = readSessionToken(headers)
      if (!token) return signedOutSession
      const entry = entries.get(token)
      if (entry && entry.expiresAt > performance.now()) return entry.session
      const startGeneration = generation
      const session = await loadSession(headers)
      // Invented cookies never enter the cache, so they can't push out real sessions.
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

  function addEntry(token: string, session: RequestSession): void {
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

/** Answers 503, because a lookup usually fails together with the database. */
function lookupError(cause: unknown): UserError {
  return Object.assign(new UserError(503, 'We couldn’t check who you are. Please try again in a moment.'), { cause })
}
