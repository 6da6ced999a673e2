import { randomUUIDv7 } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { createEmailVerificationToken } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { jwt } from 'better-auth/plugins/jwt'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, VERIFICATION_LINK_TTL_SECONDS } from '#contract/people/authentication.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { CLIENT_IP_ADDRESS_HEADER } from '#platform/http/register-api.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { Config } from '../../config/config.ts'
import { type AuthPlugin, createSecondFactorPlugins, type RecoveryCodeGenerator, sessionStarterPlugin } from './auth-plugins.ts'
import type { PasswordHasher } from './password-hasher.ts'

export type AuthLibrary = Awaited<ReturnType<typeof createAuthLibrary>>

export type AuthLibraryOptions = {
  /** The library writes its own tables through this connection. */
  database: { db: DatabaseReader; type: 'sqlite' | 'postgres' }
  /** Runs after every sign-in, by password or by identity provider. */
  onSessionCreated: (userId: string, sessionId: string) => Promise<void>
  config: Pick<Config, 'origins' | 'tokenSyncUrl' | 'logLevel'>
  hashing: PasswordHasher
  /** Signs and encrypts cookies, links and the secrets of second factors. */
  secret: string
  problem: LogProblem
  generateRecoveryCodes: RecoveryCodeGenerator
  cookiePrefix: string
  /** Loads the plugin for "Join With Google", if a provider is configured. */
  identityProvider?: () => Promise<AuthPlugin>
}

/** How long a session lasts after the log-in, in seconds. Activity doesn't extend it. */
const SESSION_TTL_SECONDS = 7 * 24 * 60 * 60

/**
 * Creates the authentication library on our database. It handles sessions, sign-ins, the second factor and the identity
 * provider. Clients can't reach its own paths. Only our modules call it, with validated input.
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
      // Our modules create accounts and set passwords, in one transaction with the email about it.
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
      // Explicit, because the library skips both checks in a test run unless they are set.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => randomUUIDv7() },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_ADDRESS_HEADER] },
    },
    session: {
      expiresIn: SESSION_TTL_SECONDS,
      // With a refresh, a thief with a copied cookie could stay logged in forever.
      disableSessionRefresh: true,
      additionalFields: { seenAt: { type: 'number', required: false, input: false } },
    },
    databaseHooks: {
      session: { create: { after: ({ id, userId }) => onSessionCreated(userId, id) } },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', disabled: logLevel === 'fatal', log: createLibraryLogger(problem) },
    // The site never merges a provider account with an existing account (P-61).
    account: { accountLinking: { enabled: false } },
    onAPIError: { errorURL: '/login' },
    plugins: [
      sessionStarterPlugin,
      ...createSecondFactorPlugins(parts.generateRecoveryCodes),
      ...(identityProvider ? [identityProvider] : []),
      ...(tokenSyncUrl ? [createIdTokenPlugin(tokenSyncUrl)] : []),
    ],
  })
  return {
    api,
    handler,
    $context,

    /** Creates the signed token of a link that confirms an email. The server doesn't store it. */
    createVerificationToken: (email: string): Promise<string> =>
      createEmailVerificationToken(secret, email, undefined, VERIFICATION_LINK_TTL_SECONDS),

    /** Returns the email of a verification token, or undefined for a forged or expired one. */
    async readVerificationToken(token: string): Promise<string | undefined> {
      const { email } = (await verifyJWT(token, secret)) ?? {}
      return typeof email === 'string' ? email : undefined
    },
  }
}

/** Creates ID tokens for the receiver at `url` (decision 9). Every OpenID library supports RS256. */
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
