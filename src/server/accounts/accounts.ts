import { isRefusal } from '../../contract/refusal.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Mail, MailLog } from '../mail/mail.ts'
import { createAuth } from './auth.ts'
import { authRoutesOf } from './auth-routes.ts'
import { createFirstAdminIn, issueSetUpCode, needsFirstAdmin } from './first-admin.ts'
import { ownAccountHandlers } from './handlers/own-account-handlers.ts'
import { ownSessionHandlers } from './handlers/own-session-handlers.ts'
import { passwordHandlers } from './handlers/password-handlers.ts'
import { providerHandlers } from './handlers/provider-handlers.ts'
import { registrationHandlers } from './handlers/registration-handlers.ts'
import { secondFactorHandlers } from './handlers/second-factor-handlers.ts'
import { secondStepHandlers } from './handlers/second-step-handlers.ts'
import { sessionHandlers } from './handlers/session-handlers.ts'
import { userHandlers } from './handlers/user-handlers.ts'
import type { Parts } from './parts.ts'
import { createResetRequests } from './reset-requests.ts'
import { sharedSecret } from './secrets.ts'
import { createSessions } from './sessions.ts'
import { createAccountStore } from './store.ts'

export { COOKIE_PREFIX } from './auth.ts'
export { callbackAddress } from './provider/identity-provider.ts'
export { usableAdminEmails } from './users/store.ts'

/** Accounts: who is who, and who is an admin. */
export async function createAccounts(database: Database, config: Config, mail: Mail, limits: Parts['limits'], log: MailLog) {
  const auth = createAuth(database, mail, config, await sharedSecret(database, 'auth'), log.line)
  const store = createAccountStore(database)
  const sessions = await createSessions({ database, auth, store, adminSecondFactor: config.adminSecondFactor })
  const resetRequests = createResetRequests(auth, (error) => log.problem(error, 'a request for a new password failed'))
  const parts: Parts = { database, mail, config, auth, store, sessions, limits, resetRequests }
  return {
    handlers: [
      ...sessionHandlers(parts),
      ...registrationHandlers(parts),
      ...passwordHandlers(parts),
      ...providerHandlers(auth, config),
      ...userHandlers(parts),
      ...ownAccountHandlers(parts),
      ...ownSessionHandlers(parts),
      ...secondFactorHandlers(parts),
      ...secondStepHandlers(parts),
    ],
    findSession: sessions.find,
    /** better-auth's own paths below `/api/auth`. */
    authRoutes: authRoutesOf(auth),
    serveAuth: async (request: Request): Promise<Response> => {
      const response = (await resetRequests.answer(request)) ?? (await auth.handler(request))
      if (new URL(request.url).pathname.endsWith('/sign-out')) sessions.forgetOne(request.headers)
      // Whatever was done there may have ended a session or changed an account; reading and failing does neither.
      else if (response.ok && request.method !== 'GET') sessions.forget()
      return response
    },
    /** Makes the admin that the environment names; otherwise answers a new set-up code while there is none. */
    async prepareFirstAdmin(): Promise<string | undefined> {
      if (!(await needsFirstAdmin(database))) return undefined
      if (!config.firstAdmin) return issueSetUpCode(database)
      await createFirstAdminIn(database, auth, config.firstAdmin).catch((error: unknown) => {
        // Another process on this database was quicker.
        if (!isRefusal(error) || error.status !== 409) throw error
      })
      return undefined
    },
    close: resetRequests.settled,
  }
}
