import { visitor } from '../../contract/viewer.ts'
import { type FindSession, noSession, type Session } from '../http/session.ts'
import { type Auth, COOKIE_PREFIX } from './auth.ts'
import type { AccountStore } from './store.ts'

/** How long a session is taken as known, in ms: as long as another process may not notice its end. */
const KNOWN_FOR = 5_000
const MAX_KNOWN = 10_000

export type Sessions = { find: FindSession; forget: () => void }

/** Finds sessions by their cookie, with a short memory in front: the look-up costs two queries. */
export function createSessions(auth: Auth, store: AccountStore): Sessions {
  const known = new Map<string, { session: Session; until: number }>()

  async function look(headers: Headers): Promise<Session> {
    const found = await auth.api.getSession({ headers })
    if (!found) return noSession
    const { id, email, emailVerified } = found.user
    // Admin rights need a verified address (design decision 5).
    const isAdmin = emailVerified && (await store.isAdmin(email))
    return { userId: id, viewer: { kind: isAdmin ? 'admin' : 'customer', email } }
  }

  return {
    async find(headers) {
      const cookie = headers.get('cookie')
      if (!cookie?.includes(COOKIE_PREFIX)) return { viewer: visitor }
      const remembered = known.get(cookie)
      if (remembered && remembered.until > Date.now()) return remembered.session
      const session = await look(headers)
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(cookie, { session, until: Date.now() + KNOWN_FOR })
      return session
    },
    /** To be called after anything that ends a session or changes a role. */
    forget: () => known.clear(),
  }
}
