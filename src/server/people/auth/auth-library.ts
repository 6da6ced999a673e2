import { randomUUIDv7 } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { createEmailVerificationToken } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { jwt } from 'better-auth/plugins/jwt'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/people/accounts.ts'
import { VERIFICATION_LINK_TTL_SECONDS } from '../../../contract/people/passwords.ts'
import type { Config } from '../../config/config.ts'
import type { StartupLog } from '../../mail/mail.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import { CLIENT_ADDRESS_HEADER } from '../../platform/http/register-api.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { type AuthPlugin, createSecondFactorPlugins, type GenerateRecoveryCodes, startSessionPlugin } from './plugins.ts'

export type AuthLibrary = Awaited<ReturnType<typeof createAuthLibrary>>

export type AuthLibraryOptions = {
  /** The library writes its own tables itself. */
  database: { db: DatabaseReader; type: 'sqlite' | 'postgres' }
  /** To be called whenever somebody has come in, whichever way. */
  onSessionCreated: (userId: string, sessionId: string) => Promise<void>
  config: Pick<Config, 'origins' | 'tokenSyncUrl' | 'logLevel'>
  hashing: PasswordHasher
  /** For signing and encrypting: cookies, links, the secrets of second factors. */
  secret: string
  problem: StartupLog['problem']
  generateRecoveryCodes: GenerateRecoveryCodes
  cookiePrefix: string
  /** "Join With Google", where it is set up; loaded with the library. */
  identityProvider?: () => Promise<AuthPlugin>
}

/** How long after the log-in a session ends, whatever is done in it, in seconds. */
const SESSION_TTL_SECONDS = 7 * 24 * 60 * 60

/**
 * The authentication library on our database: sessions, sign-ins, the second factor, the identity provider.
 * Nobody reaches its own paths; it is called by our modules only, with what our handlers have read.
 */
export async function createAuthLibrary({
  database,
  onSessionCreated,
  config,
  hashing,
  secret,
  problem,
  cookiePrefix,
  ...parts
}: AuthLibraryOptions) {
  const { origins, tokenSyncUrl, logLevel } = config
  const identityProvider = await parts.identityProvider?.()
  const { api, handler, $context } = betterAuth({
    appName: 'Rankstead',
    baseURL: origins[0],
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    database,
    emailAndPassword: {
      enabled: true,
      // Accounts and passwords are made and changed by our modules, each in one transaction with its mail.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: hashing,
    },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix,
      defaultCookieAttributes: { secure: origins[0].startsWith('https:'), path: '/' },
      // The library's own prefix is the weaker __Secure-.
      useSecureCookies: false,
      // Said aloud because the library leaves both checks out in a test run, which would then prove nothing.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => randomUUIDv7() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    session: {
      expiresIn: SESSION_TTL_SECONDS,
      // Else whoever has a copy of the cookie could stay for good.
      disableSessionRefresh: true,
      additionalFields: { seenAt: { type: 'number', required: false, input: false } },
    },
    databaseHooks: {
      session: { create: { after: ({ id, userId }) => onSessionCreated(userId, id) } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', disabled: logLevel === 'fatal', log: createLibraryLogger(problem) },
    // An account made another way is never merged with a provider's, not even where both emails are verified.
    account: { accountLinking: { enabled: false } },
    onAPIError: { errorURL: '/login' },
    plugins: [
      startSessionPlugin,
      ...createSecondFactorPlugins(parts.generateRecoveryCodes),
      ...(identityProvider ? [identityProvider] : []),
      ...(tokenSyncUrl ? [createIdTokenPlugin(tokenSyncUrl)] : []),
    ],
  })
  return {
    api,
    handler,
    $context,

    /** For the link that confirms an address: a signed statement, stored nowhere. */
    createVerificationToken: (email: string): Promise<string> =>
      createEmailVerificationToken(secret, email, undefined, VERIFICATION_LINK_TTL_SECONDS),

    /** The address for which `confirmationToken` made this one; undefined where it did not, or too long ago. */
    async readVerificationToken(token: string): Promise<string | undefined> {
      const { email } = (await verifyJWT(token, secret)) ?? {}
      return typeof email === 'string' ? email : undefined
    },
  }
}

/** The ID tokens of this site (decision 9): for five minutes, for the receiver at `url`, in the algorithm that every OpenID library knows. */
function createIdTokenPlugin(url: string) {
  return jwt({
    disableSettingJwtHeader: true,
    // 128 bits of security (NIST SP 800-57, part 1, table 2).
    jwks: { keyPairConfig: { alg: 'RS256', modulusLength: 3072 } },
    jwt: { expirationTime: '5m', audience: new URL(url).origin },
  })
}

/** Sends the library's log lines to our log without their details, which may hold a visitor's or a provider's input. */
function createLibraryLogger(problem: AuthLibraryOptions['problem']) {
  return (_level: string, message: string, ...details: unknown[]): void => {
    const error = details.find((detail) => detail instanceof Error)
    problem(undefined, [message, error?.message].filter(Boolean).join(': '))
  }
}
