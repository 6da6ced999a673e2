import type { EndpointResult } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { signInEndpoint, signOutEndpoint } from '#contract/people/authentication.ts'
import {
  betterAuthSignInEndpoint,
  betterAuthSignOutEndpoint,
  getBetterAuthSessionEndpoint,
} from '#contract/people/better-auth-endpoints.ts'
import { endOtherSessionsEndpoint, endSessionEndpoint, listOwnSessionsEndpoint } from '#contract/people/own-account-security.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { type Caller, defineHandler } from '#platform/http/register-api.ts'
import type { SignedInUser } from '#platform/http/request-session-types.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config/config.ts'
import {
  type Auth,
  awaitAuthLibraryResponse,
  copySetCookiesToReply,
  MAX_SESSIONS_PER_ACCOUNT,
  readNewSessionToken,
  setsSessionCookie,
} from '../auth/auth.ts'
import type { TokenSyncModule } from '../token-sync/token-sync.ts'
import { getDeviceName } from './device-name.ts'
import { endLogInIfOutdated } from './outdated-log-ins.ts'
import { createSessionCache, type SessionCache } from './session-cache.ts'
import {
  deleteOtherSessions,
  deleteSession,
  findPasswordHashByEmail,
  listSessions,
  markSessionReauthenticated,
  markSessionSeen,
} from './store.ts'

export { deleteSessionsExcept, endAllSessions, isCurrentPassword } from './store.ts'

export type SessionsModule = ModuleFunctions<typeof createSessionsModule>

type Dependencies = {
  database: Database
  auth: Auth
  tokenSync: TokenSyncModule
  config: Pick<Config, 'adminSecondFactor'>
  problem: LogProblem
  /** Returns whether the user record of this email has the admin role. */
  hasAdminRole: (db: DatabaseReader, email: string) => Promise<boolean>
}

type Credentials = { email: string; password: string; rememberMe?: boolean }

/** The library's reply to a completed sign-in. */
type SignInReply = { token: string; user: User }
type User = {
  id: string
  email: string
  emailVerified: boolean
  name: string
  image: string | null
  createdAt: string
  updatedAt: string
}

/** What the functions below share: the dependencies and the cache of sessions. */
type Parts = Dependencies & { cache: SessionCache }

/** Creates the module that logs people in and out and lists their sessions. */
export function createSessionsModule(dependencies: Dependencies) {
  const { database, auth, config, hasAdminRole, problem } = dependencies
  const { read, write } = database
  const cache = createSessionCache({
    auth,
    read,
    hasAdminRole,
    adminSecondFactor: config.adminSecondFactor,
    // A failed write only makes the list of devices a minute old.
    markSeen: (id) => void write((tx) => markSessionSeen(tx, id)).catch(() => {}),
  })
  const parts: Parts = { ...dependencies, cache }

  const handlers = [
    defineHandler(signInEndpoint, async ({ body }, caller) => {
      const signInReply = await logIn(parts, body, caller)
      if (!signInReply) return { message: 'Now enter the code from your app.', next: 'second-factor' as const }
      return { message: 'You’re logged in.' }
    }),

    defineHandler(signOutEndpoint, async (_, caller) => {
      await logOut(parts, caller)
      return { message: 'You’re logged out.' }
    }),

    // Newest sign-in first, after the caller's own session.
    defineHandler(listOwnSessionsEndpoint, async (_, { person: { userId, sessionId } }) => {
      const sessionList = await listSessions(read, userId, MAX_SESSIONS_PER_ACCOUNT)
      return sessionList
        .map(({ id, userAgent, ...rest }) => ({ _id: id, device: getDeviceName(userAgent), ...rest, isThis: id === sessionId }))
        .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAt - a.lastSeenAt)
    }),

    defineHandler(endSessionEndpoint, async ({ body: { id } }, { person: { userId, email } }) => {
      await write(async (tx) => {
        if (!(await deleteSession(tx, userId, id))) throw new UserError(404, 'This device is already logged out.')
        await recordAuditEntry(tx, { actor: email, action: 'session.ended', subject: email })
      })
      cache.clear()
      return { message: 'The device was logged out.' }
    }),

    defineHandler(endOtherSessionsEndpoint, async (_, { person: { userId, sessionId, email } }) => {
      const count = await write(async (tx) => {
        const deletedCount = await deleteOtherSessions(tx, userId, sessionId)
        const detail = { count: String(deletedCount) }
        if (deletedCount > 0) await recordAuditEntry(tx, { actor: email, action: 'session.ended', subject: email, detail })
        return deletedCount
      })
      cache.clear()
      if (count === 0) return { message: 'No other device is logged in.' }
      return { message: count === 1 ? 'The other device was logged out.' : `${count} other devices were logged out.` }
    }),

    // The authentication library's clients call these three (P-160).
    defineHandler(betterAuthSignInEndpoint, async ({ body: { email, password, rememberMe } }, caller) => {
      const signInReply = await logIn(parts, { email, password, rememberMe }, caller)
      return signInReply ? { ...signInReply, redirect: false as const } : { twoFactorRedirect: true as const }
    }),

    defineHandler(betterAuthSignOutEndpoint, async (_, caller) => {
      await logOut(parts, caller)
      return { success: true as const }
    }),

    defineHandler(getBetterAuthSessionEndpoint, async (_, { headers }) => {
      const { api } = await auth.library()
      const response = await awaitAuthLibraryResponse(api.getSession({ headers, asResponse: true }))
      return (await response.json()) as EndpointResult<typeof getBetterAuthSessionEndpoint>
    }),
  ]

  const sessions = {
    find: cache.find,
    clearCache: cache.clear,
    completeSignIn: (response: Response, caller: Caller) => completeSignIn(parts, response, caller),

    /** Logs in the owner of a new account. Returns undefined if that fails; the person can still log in. */
    async logInNewAccount(userId: string, caller: Caller): Promise<{ token: string } | undefined> {
      try {
        const response = await createSession(auth, userId, caller)
        await completeSignIn(parts, response, caller)
        return (await response.json()) as { token: string }
      } catch (error) {
        problem(error, 'an account was saved, but the server could not log its owner in')
        return undefined
      }
    },

    /**
     * Starts a new session after a saved change of the password ended the old one. If that fails, the person has to log in
     * again. The token sync learns nothing: this isn't a sign-in.
     */
    async replaceSession({ userId, email }: SignedInUser, hash: string, caller: Caller): Promise<void> {
      try {
        const response = await createSession(auth, userId, caller)
        const token = readNewSessionToken(auth, response)
        if (await write((tx) => endLogInIfOutdated(tx, { email, hash, token, hasPassedSecondFactor: true })))
          copySetCookiesToReply(response, caller)
      } catch (error) {
        problem(error, 'a change was saved, but the server could not log the person in again')
      }
    },

    /** Marks the session as recent, after its holder proved their identity again. */
    markRecent: ({ sessionId }: SignedInUser): Promise<void> => write((tx) => markSessionReauthenticated(tx, sessionId)),
  }
  return {
    ...sessions,
    name: 'people/sessions',
    handlers,
    dataTables: ['verification'],
    stateTables: ['session'],
    erasePerson: 'Sessions belong to the account and end by themselves.',
    exportPerson: 'The account page lists the open sessions.',
    retention: {
      sessions: {
        what: 'Expired sessions with their IP address and browser',
        days: 1,
        since: 'they expired',
        why: 'They no longer work. Logging out removes a session at once.',
        rows: { table: 'session', key: ['id'], at: 'expiresAt', isDate: true },
      },
      verifications: {
        what: 'Log-in and confirmation links and codes',
        days: 1,
        since: 'they expired',
        why: 'They no longer work.',
        rows: { table: 'verification', key: ['id'], at: 'expiresAt', isDate: true },
      },
    },
  } satisfies ServerModule
}

/** Returns the library's reply, or undefined if a second step follows. Throws a 401 for a wrong email or password. */
async function logIn(parts: Parts, body: Credentials, caller: Caller): Promise<SignInReply | undefined> {
  const { database, auth } = parts
  const { email } = body
  // A hash that the library reads later is this one or a newer one.
  const hash = await findPasswordHashByEmail(database.read, email)
  const { api } = await auth.library()
  const response = await awaitAuthLibraryResponse(api.signInEmail({ body, headers: caller.headers, asResponse: true }))
  if (!response.ok) throw incorrectCredentialsError()
  const reply = (await response.json()) as SignInReply | { twoFactorRedirect: true }
  const newSession = 'twoFactorRedirect' in reply ? undefined : reply
  const isCurrent = await database.write((tx) => endLogInIfOutdated(tx, { email, hash, token: newSession?.token }))
  if (!isCurrent) throw incorrectCredentialsError()
  if (newSession) await completeSignIn(parts, response, caller)
  else await setSignInCookies(parts, response, caller)
  return newSession
}

/** Returns the same sentence for both causes, so that it doesn't reveal whether an account exists. */
function incorrectCredentialsError(): UserError {
  return new UserError(401, 'Incorrect email or password.')
}

/** Sets the cookies of a sign-in after its last check, and notifies the token sync. Only sets cookies if none succeeded. */
async function completeSignIn(parts: Parts, response: Response, caller: Caller): Promise<void> {
  await setSignInCookies(parts, response, caller)
  if (readNewSessionToken(parts.auth, response) === undefined) return
  // The person is logged in, whether or not the token sync learns of it.
  await parts.tokenSync
    .notifySignIn(response)
    .catch((error: unknown) => parts.problem(error, 'could not notify the token sync of a sign-in'))
}

/**
 * Copies the cookies. If they replace or clear the caller's session cookie, ends that session first, because nothing could
 * end it later.
 */
async function setSignInCookies(parts: Parts, response: Response, caller: Caller): Promise<void> {
  const { database, auth, cache } = parts
  const { person } = caller.session
  if (person && setsSessionCookie(auth, response)) {
    await database.write((tx) => deleteSession(tx, person.userId, person.sessionId))
    cache.evict(caller.headers)
  }
  copySetCookiesToReply(response, caller)
}

/** Starts a session through the library, for a user whose identity our own code has verified. */
async function createSession(auth: Auth, userId: string, { headers }: Caller): Promise<Response> {
  const { api } = await auth.library()
  return awaitAuthLibraryResponse(api.startSession({ body: { userId }, headers, asResponse: true }))
}

/**
 * Ends the caller's session. Deletes the row before it calls the library. The library clears the cookie even if it
 * can't delete the row, and then a copied cookie would still work.
 */
async function logOut({ database, auth, tokenSync, cache }: Parts, caller: Caller): Promise<void> {
  const { person } = caller.session
  if (person) await database.write((tx) => deleteSession(tx, person.userId, person.sessionId))
  cache.evict(caller.headers)
  // The browser's storage holds typed text that the server never received (decision 41).
  caller.replyHeaders.set('clear-site-data', '"storage"')
  const { api } = await auth.library()
  copySetCookiesToReply(await awaitAuthLibraryResponse(api.signOut({ headers: caller.headers, asResponse: true })), caller)
  if (person) tokenSync.notifySignOut()
}
