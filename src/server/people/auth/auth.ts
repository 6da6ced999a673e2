import { UserError } from '../../../contract/core/user-error.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { Caller } from '../../platform/http/register-api.ts'
import type { AuthLibrary, AuthLibraryOptions } from './auth-library.ts'
import { deleteOldestSessions } from './store.ts'

export type { HashPassword, PasswordHasher } from './password-hasher.ts'
export { MAX_SESSIONS_PER_ACCOUNT } from './store.ts'

/** In the name of every cookie of ours; a request without it is a visitor's. */
export const COOKIE_PREFIX = 'rankstead'

export type Auth = {
  /** The name of the cookie that holds a session. */
  sessionCookie: string
  /** The authentication library, loaded when it is first needed: a site whose visitors only read does without (decision 32). */
  library: () => Promise<AuthLibrary>
}

type Dependencies = Omit<AuthLibraryOptions, 'cookiePrefix' | 'database' | 'onSessionCreated'> & { database: Database }

/** Where the authentication library is had from; it is not loaded yet. */
export function createAuth({ database, ...parts }: Dependencies): Auth {
  // Under https the browser itself takes care that no other host and no unencrypted page sets or changes them.
  const cookiePrefix = parts.config.origins[0].startsWith('https:') ? `__Host-${COOKIE_PREFIX}` : COOKIE_PREFIX
  let loading: Promise<AuthLibrary> | undefined

  async function loadLibrary(): Promise<AuthLibrary> {
    const { createAuthLibrary: createLibrary } = await import('./auth-library.ts')
    return createLibrary({
      ...parts,
      cookiePrefix,
      database: { db: database.main, type: database.type },
      onSessionCreated: (userId, sessionId) => database.write((tx) => deleteOldestSessions(tx, userId, sessionId)),
    })
  }

  return {
    sessionCookie: `${cookiePrefix}.session_token`,
    library: () => {
      loading ??= loadLibrary().catch((error: unknown) => {
        // The next one to ask tries again.
        loading = undefined
        throw error
      })
      return loading
    },
  }
}

/**
 * The library's answer to a call in-process. A fault of its own is thrown as a 503: taken for a refusal it would
 * tell people that a right password is wrong.
 */
export async function awaitLibraryResponse(call: Promise<Response>): Promise<Response> {
  const response = await call
  if (response.status < 500) return response
  const userError = new UserError(503, 'This cannot be done right now. Please try again in a moment.')
  userError.cause = new Error(`The authentication library answered ${response.status}.`)
  throw userError
}

/** Hands the cookies of the library's answer on to our own reply. */
export function copyCookies(response: Response, { replyHeaders }: Caller): void {
  for (const cookie of response.headers.getSetCookie()) replyHeaders.append('set-cookie', cookie)
}
