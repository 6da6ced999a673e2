import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Config } from '../../config/config.ts'
import { latestPlausible } from '../../platform/db/clock.ts'
import type { Reader } from '../../platform/db/tables.ts'
import { cookieIn } from '../../platform/http/request-headers.ts'
import { endedSession, type FindSession, noSession, type Session } from '../../platform/http/session.ts'
import type { Auth } from '../auth/auth.ts'
import { isRecent } from './store.ts'

/** How long a session is taken from the cache, in ms: as long as another process may not notice its end. */
const CACHED_FOR = 5_000
const MAX_CACHED = 10_000
/** How exactly it is written down when somebody was seen last, in ms. */
const SEEN_EVERY = 60_000

type SessionCache = {
  find: FindSession
  /** To be called after anything that changes a role or an account, or ends more than one session. */
  forget: () => void
  /** To be called after the session of a request was ended. */
  forgetOne: (headers: Headers) => void
}

type Parts = {
  auth: Auth
  read: Reader
  isAdmin: (email: string) => Promise<boolean>
  adminSecondFactor: Config['adminSecondFactor']
  /** Notes that somebody was seen just now; nobody waits for it. */
  markSeen: (sessionId: string) => void
}

/**
 * Finds sessions by their cookie, with a short cache in front: the look-up costs two queries. Somebody
 * without a session is not cached: telling that a cookie is made up takes no query.
 */
export function createSessionCache(parts: Parts): SessionCache {
  const { auth, read, isAdmin, adminSecondFactor, markSeen } = parts
  const cached = new Map<string, { session: Session; until: number }>()
  /** What was looked up before the cache was cleared must not be put into it afterwards. */
  let age = 0

  async function stored(headers: Headers) {
    const { api } = await auth.library()
    return api.getSession({ headers })
  }

  async function lookUp(headers: Headers): Promise<Session> {
    const found = await stored(headers).catch((cause: unknown) => {
      throw lookUpFailed(cause)
    })
    if (!found) return endedSession
    const { id: sessionId, seenAt } = found.session
    if (wasSeenLongAgo(seenAt ?? 0)) markSeen(sessionId)
    const { id, email, emailVerified, twoFactorEnabled } = found.user
    // Admin rights need a verified address (design decision 5).
    const hasRights = emailVerified && (await isAdmin(email))
    const isWaiting = hasRights && adminSecondFactor === 'required' && !twoFactorEnabled
    return {
      person: { userId: id, sessionId, email, isAdmin: hasRights && !isWaiting },
      isRecent: () => isRecent(read, sessionId),
      viewer: isWaiting
        ? { kind: 'customer', email, userId: id, mustSetUpSecondFactor: true }
        : { kind: hasRights ? 'admin' : 'customer', email, userId: id },
    }
  }

  /** The value of the session cookie, as one key however it is spelled. */
  const tokenIn = (headers: Headers) => cookieIn(headers, auth.sessionCookie)

  return {
    async find(headers) {
      const token = tokenIn(headers)
      if (!token) return noSession
      const found = cached.get(token)
      if (found && found.until > performance.now()) return found.session
      const before = age
      const session = await lookUp(headers)
      // Made-up cookies are never kept, so nobody can push out the others.
      if (session.viewer.kind !== 'visitor' && before === age) keep(token, session)
      return session
    },
    forget: () => {
      age++
      cached.clear()
    },
    forgetOne: (headers) => {
      age++
      cached.delete(tokenIn(headers) ?? '')
    },
  }

  function keep(token: string, session: Session): void {
    const [oldest] = cached.keys()
    if (cached.size >= MAX_CACHED && oldest !== undefined) cached.delete(oldest)
    cached.delete(token)
    cached.set(token, { session, until: performance.now() + CACHED_FOR })
  }
}

function wasSeenLongAgo(seenAt: number): boolean {
  const now = Date.now()
  return seenAt < now - SEEN_EVERY || seenAt > latestPlausible(now)
}

/** The library says only that it failed; what it needs for a look-up is the database. */
function lookUpFailed(cause: unknown): Refusal {
  const refusal = new Refusal(503, 'It could not be looked up who you are. Please try again in a moment.')
  refusal.cause = cause
  return refusal
}
