import { betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins/jwt'
import { MAX_PASSWORD, MIN_PASSWORD } from '../../contract/accounts.ts'
import { VERIFICATION_LINK_LASTS } from '../../contract/passwords.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { ADDRESS_HEADER } from '../http/http.ts'
import type { MailLog } from '../mail/mail.ts'
import { authLog } from './auth-log.ts'
import type { Hashing } from './hashing.ts'
import { endOldestSessions } from './own-sessions/store.ts'
import { identityProvider } from './provider/identity-provider.ts'
import { secondFactor } from './second-factor/plugins.ts'
import { startSession } from './start-session.ts'

/** In the name of every cookie of ours; a request without it is a visitor's. */
export const COOKIE_PREFIX = 'rankstead'

export type Auth = ReturnType<typeof createAuth>

type Parts = {
  database: Database
  config: Pick<Config, 'origins' | 'provider' | 'tokenSyncUrl' | 'logLevel'>
  hashing: Hashing
  secret: string
  print: MailLog['line']
}

/**
 * The authentication library on our database: sessions, sign-ins, the second factor, the identity provider.
 * Nobody reaches its own paths; it is called by our handlers only, with what they have read.
 */
export function createAuth({ database, config, hashing, secret, print }: Parts) {
  const { origins, provider, tokenSyncUrl, logLevel } = config
  const isSecure = origins[0].startsWith('https:')
  return betterAuth({
    appName: 'Rankstead',
    baseURL: origins[0],
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    database: { db: database.main, type: database.type },
    emailAndPassword: {
      enabled: true,
      // Accounts and passwords are made and changed by our handlers, each in one transaction with its mail.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: hashing,
    },
    emailVerification: {
      expiresIn: VERIFICATION_LINK_LASTS,
      afterEmailVerification: ({ email }) =>
        database.write((tx) => recordAudit(tx, { actor: email, action: 'email.verified', subject: email })),
    },
    verification: { storeIdentifier: 'hashed' },
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
    // Whichever way somebody came in.
    databaseHooks: {
      session: { create: { after: ({ id, userId }) => database.write((tx) => endOldestSessions(tx, userId, id)) } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: authLog(logLevel, print),
    // An account made another way is never merged with a provider's, not even where both emails are verified.
    account: { accountLinking: { enabled: false } },
    onAPIError: { errorURL: '/login' },
    plugins: [
      startSession,
      ...secondFactor,
      ...(provider ? [identityProvider(provider)] : []),
      ...(tokenSyncUrl ? [idTokens(tokenSyncUrl)] : []),
    ],
  })
}

/** The ID tokens of this site (decision 10): for five minutes, for the receiver at `url`, in the algorithm that every OpenID library knows. */
function idTokens(url: string) {
  return jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'RS256' } },
    jwt: { expirationTime: '5m', audience: new URL(url).origin },
  })
}
