import { isRefusal } from '../../contract/refusal.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { TableName } from '../db/untouched.ts'
import type { Mail, MailLog } from '../mail/mail.ts'
import { createAuth } from './auth.ts'
import { createFirstAdminIn, issueSetUpCode, needsFirstAdmin } from './first-admin.ts'
import { libraryHandlers } from './handlers/library-handlers.ts'
import { ownAccountHandlers } from './handlers/own-account-handlers.ts'
import { ownSessionHandlers } from './handlers/own-session-handlers.ts'
import { passwordHandlers } from './handlers/password-handlers.ts'
import { providerHandlers } from './handlers/provider-handlers.ts'
import { registrationHandlers } from './handlers/registration-handlers.ts'
import { secondFactorHandlers } from './handlers/second-factor-handlers.ts'
import { secondStepHandlers } from './handlers/second-step-handlers.ts'
import { sessionHandlers } from './handlers/session-handlers.ts'
import { userHandlers } from './handlers/user-handlers.ts'
import type { Hashing } from './hashing.ts'
import type { Parts } from './parts.ts'
import { createPasswordReset } from './password-reset/password-reset.ts'
import { createSessions } from './sessions.ts'
import { createSetUpLink } from './set-up-link.ts'
import { createAccountStore } from './store.ts'
import { createTokenSync } from './token-sync.ts'

export { COOKIE_PREFIX } from './auth.ts'
export { callbackAddress } from './provider/identity-provider.ts'
export { usableAdminEmails } from './users/store.ts'

/** The one-time code that makes the first admin, and its link or where that is kept. */
type SetUp = { code: string; link: string }

type Needs = {
  database: Database
  config: Config
  mail: Mail
  limits: Parts['limits']
  log: MailLog
  hashing: Hashing
  secret: string
}

/** Accounts: who is who, and who is an admin. */
export async function createAccounts({ database, config, mail, limits, log, hashing, secret }: Needs) {
  const auth = createAuth({ database, config, hashing, secret, print: log.line })
  const store = createAccountStore(database)
  const sessions = await createSessions({ database, auth, store, adminSecondFactor: config.adminSecondFactor })
  const [origin] = config.origins
  const passwordReset = createPasswordReset({ database, mail, hash: hashing.hash, origin, problem: log.problem })
  const tokenSync = config.tokenSyncUrl
    ? createTokenSync(config.tokenSyncUrl, (sentence) => log.problem(undefined, sentence))
    : undefined
  const { hash } = hashing
  const setUpLink = createSetUpLink(config)
  const parts: Parts = {
    database,
    mail,
    config,
    auth,
    secret,
    hash,
    store,
    sessions,
    limits,
    passwordReset,
    tokenSync,
    setUpLink,
  }
  const dataTables: readonly TableName[] = ['user', 'user_record', 'verification', 'reset_request']
  return {
    dataTables,
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
      ...libraryHandlers(parts),
    ],
    findSession: sessions.find,
    /** Makes the admin that the environment names; otherwise answers a new set-up code while there is none. */
    async prepareFirstAdmin(): Promise<SetUp | undefined> {
      const isNeeded = await needsFirstAdmin(database)
      if (isNeeded && !config.firstAdmin) {
        const code = await issueSetUpCode(database)
        return { code, link: await setUpLink.publish(code) }
      }
      await setUpLink.withdraw()
      if (!isNeeded || !config.firstAdmin) return undefined
      await createFirstAdminIn(database, hash, config.firstAdmin).catch((error: unknown) => {
        // Another process on this database was quicker.
        if (!isRefusal(error) || error.status !== 409) throw error
      })
      return undefined
    },
    start: passwordReset.start,
    close: passwordReset.close,
  }
}
