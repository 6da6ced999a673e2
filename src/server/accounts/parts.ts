import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Limits } from '../limits/limits.ts'
import type { Mail } from '../mail/mail.ts'
import type { Auth } from './auth.ts'
import type { ResetRequests } from './reset-requests.ts'
import type { Sessions } from './sessions.ts'
import type { SetUpLink } from './set-up-link.ts'
import type { AccountStore } from './store.ts'

/** What the handlers of accounts work with. */
export type Parts = {
  database: Database
  mail: Mail
  config: Pick<Config, 'origins'>
  auth: Auth
  store: AccountStore
  sessions: Sessions
  limits: Pick<Limits, 'rememberDevice'>
  resetRequests: ResetRequests
  setUpLink: SetUpLink
}
