import type { EndpointReply } from '../../../contract/core/endpoint.ts'
import { UserError } from '../../../contract/core/user-error.ts'
import type { getBetterAuthSession } from '../../../contract/people/better-auth.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { Caller, EndpointHandler } from '../../platform/http/register-api.ts'
import type { SignedInUser } from '../../platform/http/session.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import { type Auth, awaitLibraryResponse, copyCookies, MAX_SESSIONS_PER_ACCOUNT } from '../auth/auth.ts'
import type { TokenSync } from '../token-sync/token-sync.ts'
import { sessionHandlers } from './handlers.ts'
import { createSessionCache } from './session-cache.ts'
import {
  deleteOtherSessions,
  deleteSession,
  listSessions,
  markSessionConfirmed,
  markSessionSeen,
  type StoredSession,
} from './store.ts'

export { endAllSessions } from './store.ts'

export type Sessions = ModuleApi<typeof createSessions>

type Dependencies = {
  database: Database
  auth: Auth
  tokenSync: TokenSync
  config: Pick<Config, 'adminSecondFactor'>
  /** Whether the record of this email says so. */
  isAdmin: (email: string) => Promise<boolean>
}

type Credentials = { email: string; password: string; rememberMe?: boolean }

/** The library's reply to a sign-in that is complete. */
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

/** Who is signed in, and where: log in, log out, and the sessions of an account. */
export function createSessions({ database, auth, tokenSync, config: { adminSecondFactor }, isAdmin }: Dependencies) {
  const { read, write } = database
  const {
    find,
    clear: clearCache,
    evict,
  } = createSessionCache({
    auth,
    read,
    isAdmin,
    adminSecondFactor,
    // A list that is a minute behind is no fault.
    markSeen: (id) => void write((tx) => markSessionSeen(tx, id)).catch(() => {}),
  })

  /** What a completed sign-in brings about, after its last check: its cookies, and word to the token sync. */
  async function completeSignIn(response: Response, caller: Caller): Promise<void> {
    await endReplacedSession(caller)
    copyCookies(response, caller)
    await tokenSync.notifySignIn(response)
  }

  /** The session that somebody logs in over: its cookie is about to be overwritten, so nobody could end it any more. */
  async function endReplacedSession({ session: { person }, headers }: Caller): Promise<void> {
    if (!person) return
    await write((tx) => deleteSession(tx, person.userId, person.sessionId))
    evict(headers)
  }

  /** The library's answer with a new session, for whoever has proved who they are in a way of ours. */
  async function createSession(userId: string, { headers }: Caller): Promise<Response> {
    const { api } = await auth.library()
    return awaitLibraryResponse(api.startSession({ body: { userId }, headers, asResponse: true }))
  }

  const sessions = {
    find,
    forget: clearCache,
    letIn: completeSignIn,

    /** Answers the library's reply, or undefined where the second step is still to come. Throws a 401 for a wrong password. */
    async logIn(body: Credentials, caller: Caller): Promise<SignInReply | undefined> {
      const { api } = await auth.library()
      const response = await awaitLibraryResponse(api.signInEmail({ body, headers: caller.headers, asResponse: true }))
      // One sentence for both, so that nobody learns which addresses have an account.
      if (!response.ok) throw new UserError(401, 'The email or the password is not right.')
      const reply = (await response.json()) as SignInReply | { twoFactorRedirect: true }
      if (!('twoFactorRedirect' in reply)) {
        await completeSignIn(response, caller)
        return reply
      }
      copyCookies(response, caller)
      return undefined
    },

    /** Logs in whoever has just made an account. */
    async logInNewAccount(userId: string, caller: Caller): Promise<{ token: string }> {
      const response = await createSession(userId, caller)
      await completeSignIn(response, caller)
      return (await response.json()) as { token: string }
    },

    /** Puts a new session in the place of one that was ended for safety; nobody has signed in. */
    async replaceSession(userId: string, caller: Caller): Promise<void> {
      copyCookies(await createSession(userId, caller), caller)
    },

    /**
     * Ends the session of a request. Its row goes by our own hand and first: the library clears the cookie even
     * where it could not delete the row, and whoever has a copy of the cookie would stay logged in.
     */
    async logOut(caller: Caller): Promise<void> {
      const { person } = caller.session
      if (person) await write((tx) => deleteSession(tx, person.userId, person.sessionId))
      evict(caller.headers)
      // What was typed and never reached us lies in the browser (decision 41).
      caller.replyHeaders.set('clear-site-data', '"storage"')
      const { api } = await auth.library()
      copyCookies(await awaitLibraryResponse(api.signOut({ headers: caller.headers, asResponse: true })), caller)
      if (person) tokenSync.notifySignOut()
    },

    /** The session of a request as clients of the library read it. */
    async readAsBetterAuth({ headers }: Caller): Promise<EndpointReply<typeof getBetterAuthSession>> {
      const { api } = await auth.library()
      const response = await awaitLibraryResponse(api.getSession({ headers, asResponse: true }))
      return (await response.json()) as EndpointReply<typeof getBetterAuthSession>
    },

    /** Where an account is logged in, newest sign-in first. */
    list: (userId: string): Promise<StoredSession[]> => listSessions(read, userId, MAX_SESSIONS_PER_ACCOUNT),

    /** Throws a 404 where the person has no such session. */
    async end({ userId, email }: SignedInUser, id: string): Promise<void> {
      await write(async (tx) => {
        if (!(await deleteSession(tx, userId, id))) throw new UserError(404, 'This device is logged out already.')
        await recordAuditEntry(tx, { actor: email, action: 'session.ended', subject: email })
      })
      clearCache()
    },

    /** Ends all but the person's own; answers how many there were. */
    async endOthers({ userId, sessionId, email }: SignedInUser): Promise<number> {
      const count = await write(async (tx) => {
        const deletedCount = await deleteOtherSessions(tx, userId, sessionId)
        const detail = { count: String(deletedCount) }
        if (deletedCount > 0) await recordAuditEntry(tx, { actor: email, action: 'session.ended', subject: email, detail })
        return deletedCount
      })
      clearCache()
      return count
    },

    /** Makes the session a recent one: its holder has proved once more who they are. */
    markRecent: ({ sessionId }: SignedInUser): Promise<void> => write((tx) => markSessionConfirmed(tx, sessionId)),
  }
  return {
    ...sessions,
    name: 'people/sessions',
    handlers: (): EndpointHandler[] => sessionHandlers(sessions),
    dataTables: ['verification'],
    stateTables: ['session'],
    retention: {
      sessions: {
        what: 'Sessions of people who stayed away, with their IP address and browser',
        days: 1,
        since: 'the session ended by itself',
        why: 'Nobody can use them; logging out removes a session at once.',
        rows: { table: 'session', key: ['id'], at: 'expiresAt', isDate: true },
      },
      verifications: {
        what: 'Links and codes that were mailed or typed while logging in',
        days: 1,
        since: 'they stopped working',
        why: 'They prove nothing any more.',
        rows: { table: 'verification', key: ['id'], at: 'expiresAt', isDate: true },
      },
    },
  } satisfies ServerModule
}
