import { betterAuth } from 'better-auth'
import { MAX_PASSWORD, MIN_PASSWORD } from '../../contract/accounts.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { ADDRESS_HEADER } from '../http/http.ts'
import type { Mail, MailLog } from '../mail/mail.ts'
import { authLog } from './auth-log.ts'
import { createHashing } from './hashing.ts'
import { mailedLinks } from './mailed-links.ts'
import { identityProvider } from './provider/identity-provider.ts'
import { replacedPaths, secondFactor } from './second-factor/plugins.ts'
import { signInNewAccount } from './sign-in-new-account.ts'
import { tokenSync } from './token-sync-plugin.ts'

/** In the name of every cookie of ours; a request without it is a visitor's. */
export const COOKIE_PREFIX = 'rankstead'

export type Auth = ReturnType<typeof createAuth>

type AuthConfig = Pick<Config, 'origins' | 'provider' | 'tokenSyncUrl' | 'logLevel'>

/** The authentication library on our database. It serves its own paths below `/api/auth`. */
export function createAuth(database: Database, mail: Mail, config: AuthConfig, secret: string, print: MailLog['line']) {
  const { origins, provider, tokenSyncUrl, logLevel } = config
  const isSecure = origins[0].startsWith('https:')
  const { emailAndPassword, ...byMail } = mailedLinks(database, mail, origins[0])
  return betterAuth({
    appName: 'Rankstead',
    baseURL: origins[0],
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    database: { db: database.main, type: database.type },
    emailAndPassword: {
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: createHashing(),
      // `signInNewAccount` does that, without telling known addresses apart.
      autoSignIn: false,
      ...emailAndPassword,
    },
    ...byMail,
    advanced: {
      // Under https the browser itself takes care that no other host and no unencrypted page sets or changes them.
      cookiePrefix: isSecure ? `__Host-${COOKIE_PREFIX}` : COOKIE_PREFIX,
      defaultCookieAttributes: { secure: isSecure, path: '/' },
      // The library's own prefix is the weaker __Secure-.
      useSecureCookies: false,
      // Said aloud because the library leaves both checks out in a test run, which would then prove nothing.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => crypto.randomUUID() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    session: { additionalFields: { seenAt: { type: 'number', required: false, input: false } } },
    disabledPaths: [...replacedPaths],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: authLog(logLevel, print),
    // An account made another way is never merged with a provider's, not even where both emails are verified.
    account: { accountLinking: { enabled: false } },
    onAPIError: { errorURL: '/login' },
    plugins: [
      signInNewAccount,
      ...secondFactor,
      ...(provider ? [identityProvider(provider)] : []),
      // Last: it must see what the others made of a sign-in.
      ...(tokenSyncUrl ? tokenSync(tokenSyncUrl) : []),
    ],
  })
}
