import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Limits } from '../limits/limits.ts'
import type { Mail } from '../mail/mail.ts'
import type { Auth } from './auth.ts'
import type { Hash } from './hashing.ts'
import type { PasswordReset } from './password-reset/password-reset.ts'
import type { Sessions } from './sessions.ts'
import type { SetUpLink } from './set-up-link.ts'
import type { AccountStore } from './store.ts'
import type { TokenSync } from './token-sync.ts'

/** What the handlers of accounts work with. */
export type Parts = {
  database: Database
  mail: Mail
  config: Pick<Config, 'origins' | 'provider'>
  auth: Auth
  /** For signing and encrypting: the library's links and cookies. */
  secret: string
  hash: Hash
  store: AccountStore
  sessions: Sessions
  limits: Pick<Limits, 'rememberDevice'>
  passwordReset: PasswordReset
  /** Where one is configured. */
  tokenSync: TokenSync | undefined
  setUpLink: SetUpLink
}
