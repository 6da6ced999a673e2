import { UserError } from '#contract/core/user-error.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { Caller } from '#platform/http/register-api.ts'
import { buildCookieHeaderFromReply, readCookie } from '#platform/http/web-headers.ts'
import type { AuthLibrary, AuthLibraryOptions } from './auth-library.ts'
import { deleteOldestSessions } from './session-limit/store.ts'

export type { HashPassword, PasswordHasher } from './password-hasher.ts'
export { MAX_SESSIONS_PER_ACCOUNT } from './session-limit/store.ts'

/** Part of every cookie's name. A request without it comes from a visitor. */
export const COOKIE_PREFIX = 'rankstead'

export type Auth = {
  sessionCookie: string
  /** Loads the authentication library on first use. A site with only visitors never needs it (decision 32). */
  library: () => Promise<AuthLibrary>
}

type Dependencies = Omit<AuthLibraryOptions, 'cookiePrefix' | 'database' | 'onSessionCreated'> & { database: Database }

export function createAuth({ database, ...parts }: Dependencies): Auth {
  // With `__Host-`, browsers let no other host and no unencrypted page set the cookie.
  const cookiePrefix = parts.config.origins[0].startsWith('https:') ? `__Host-${COOKIE_PREFIX}` : COOKIE_PREFIX
  let loading: Promise<AuthLibrary> | undefined

  async function loadLibrary(): Promise<AuthLibrary> {
    const { createAuthLibrary } = await import('./auth-library.ts')
    return createAuthLibrary({
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
        // The next caller tries again.
        loading = undefined
        throw error
      })
      return loading
    },
  }
}

/**
 * Waits for the library's response to an in-process call. Throws a 503 for an internal error of the library. Without
 * this, people would read that their correct password is wrong.
 */
export async function awaitAuthLibraryResponse(call: Promise<Response>): Promise<Response> {
  const response = await call
  if (response.status < 500) return response
  const userError = new UserError(503, 'We can’t do this right now. Please try again in a moment.')
  userError.cause = new Error(`The authentication library answered ${response.status}.`)
  throw userError
}

/** Returns the token of the session that a response starts. Undefined if it starts none, also if it ends one. */
export function readNewSessionToken(auth: Auth, response: Response): string | undefined {
  // The value is the token with its signature.
  return readSetSessionCookie(auth, response)?.split('.')[0] || undefined
}

/** Returns whether a response replaces or clears the browser's session cookie. */
export function setsSessionCookie(auth: Auth, response: Response): boolean {
  return readSetSessionCookie(auth, response) !== undefined
}

function readSetSessionCookie({ sessionCookie }: Auth, { headers }: Response): string | undefined {
  return readCookie(new Headers({ cookie: buildCookieHeaderFromReply(headers) }), sessionCookie)
}

export function copySetCookiesToReply(response: Response, { replyHeaders }: Caller): void {
  for (const cookie of response.headers.getSetCookie()) replyHeaders.append('set-cookie', cookie)
}
