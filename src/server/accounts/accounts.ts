import { isRefusal } from '../../contract/refusal.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { createAuth } from './auth.ts'
import { createFirstAdminIn, issueSetUpCode, needsFirstAdmin } from './first-admin.ts'
import { sessionHandlers } from './handlers/session-handlers.ts'
import { userHandlers } from './handlers/user-handlers.ts'
import type { Parts } from './parts.ts'
import { sharedSecret } from './secrets.ts'
import { createSessions } from './sessions.ts'
import { createAccountStore } from './store.ts'

export { COOKIE_PREFIX } from './auth.ts'

/** Accounts: who is who, and who is an admin. */
export async function createAccounts(database: Database, config: Config) {
  const auth = createAuth(database, config, await sharedSecret(database, 'auth'))
  const store = createAccountStore(database)
  const sessions = createSessions(auth, store)
  const parts: Parts = { database, auth, store, sessions }
  return {
    handlers: [...sessionHandlers(parts), ...userHandlers(parts)],
    findSession: sessions.find,
    /** better-auth's own paths below `/api/auth`. */
    serveAuth: async (request: Request): Promise<Response> => {
      const response = await auth.handler(request)
      // Whatever was done there may have ended a session or changed an account.
      if (request.method !== 'GET') sessions.forget()
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
  }
}

export type Accounts = Awaited<ReturnType<typeof createAccounts>>
