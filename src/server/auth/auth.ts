import { betterAuth } from 'better-auth'
import { createEmailVerificationToken } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { jwt } from 'better-auth/plugins/jwt'
import { MAX_PASSWORD, MIN_PASSWORD } from '../../contract/accounts.ts'
import { VERIFICATION_LINK_LASTS } from '../../contract/passwords.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { ADDRESS_HEADER, type Caller } from '../http/http.ts'
import type { MailLog } from '../mail/mail.ts'
import type { Hashing } from './hashing.ts'
import { type NewRecoveryCodes, type Plugin, secondFactor, startSession } from './plugins.ts'
import { endOldestSessions } from './store.ts'

export type { Hash, Hashing } from './hashing.ts'
export { MOST_SESSIONS } from './store.ts'

/** In the name of every cookie of ours; a request without it is a visitor's. */
export const COOKIE_PREFIX = 'rankstead'

export type Auth = ReturnType<typeof createAuth>

type Parts = {
  database: Database
  config: Pick<Config, 'origins' | 'tokenSyncUrl' | 'logLevel'>
  hashing: Hashing
  /** For signing and encrypting: cookies, links, the secrets of second factors. */
  secret: string
  print: MailLog['line']
  newRecoveryCodes: NewRecoveryCodes
  /** "Join With Google", where it is set up. */
  identityProvider?: Plugin
}

/**
 * The authentication library on our database: sessions, sign-ins, the second factor, the identity provider.
 * Nobody reaches its own paths; it is called by our modules only, with what our handlers have read.
 */
export function createAuth({ database, config, hashing, secret, print, ...parts }: Parts) {
  const { origins, tokenSyncUrl, logLevel } = config
  const isSecure = origins[0].startsWith('https:')
  const { api, handler, $context } = betterAuth({
    appName: 'Rankstead',
    baseURL: origins[0],
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    database: { db: database.main, type: database.type },
    emailAndPassword: {
      enabled: true,
      // Accounts and passwords are made and changed by our modules, each in one transaction with its mail.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: hashing,
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
    logger: { level: 'error', disabled: logLevel === 'fatal', log: printAsJson(print) },
    // An account made another way is never merged with a provider's, not even where both emails are verified.
    account: { accountLinking: { enabled: false } },
    onAPIError: { errorURL: '/login' },
    plugins: [
      startSession,
      ...secondFactor(parts.newRecoveryCodes),
      ...(parts.identityProvider ? [parts.identityProvider] : []),
      ...(tokenSyncUrl ? [idTokens(tokenSyncUrl)] : []),
    ],
  })
  return {
    api,
    handler,
    $context,

    /** For the link that confirms an address: a signed statement, stored nowhere. */
    confirmationToken: (email: string): Promise<string> =>
      createEmailVerificationToken(secret, email, undefined, VERIFICATION_LINK_LASTS),

    /** The address for which `confirmationToken` made this one; undefined where it did not, or too long ago. */
    async addressIn(token: string): Promise<string | undefined> {
      const { email } = (await verifyJWT(token, secret)) ?? {}
      return typeof email === 'string' ? email : undefined
    },
  }
}

/**
 * The library's answer to a call in-process. A fault of its own is thrown as a 503: taken for a refusal it would
 * tell people that a right password is wrong.
 */
export async function libraryAnswer(call: Promise<Response>): Promise<Response> {
  const response = await call
  if (response.status < 500) return response
  const refusal = new Refusal(503, 'This cannot be done right now. Please try again in a moment.')
  refusal.cause = new Error(`The authentication library answered ${response.status}.`)
  throw refusal
}

/** Hands the cookies of the library's answer on to our own reply. */
export function copyCookies(response: Response, { replyHeaders }: Caller): void {
  for (const cookie of response.headers.getSetCookie()) replyHeaders.append('set-cookie', cookie)
}

/** The ID tokens of this site (decision 10): for five minutes, for the receiver at `url`, in the algorithm that every OpenID library knows. */
function idTokens(url: string) {
  return jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'RS256' } },
    jwt: { expirationTime: '5m', audience: new URL(url).origin },
  })
}

/** The library's log in the form of ours, without details: they may hold what a visitor or a provider sent. */
function printAsJson(print: (line: string) => void) {
  return (_level: string, message: string, ...details: unknown[]): void => {
    const error = details.find((detail) => detail instanceof Error)
    const msg = [message, error?.message].filter(Boolean).join(': ')
    print(JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, msg }))
  }
}
