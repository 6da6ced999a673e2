import { betterAuth } from 'better-auth'
import { MAX_PASSWORD, MIN_PASSWORD } from '../../contract/accounts.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'

/** Every cookie of ours starts with this; a request without one is a visitor's. */
export const COOKIE_PREFIX = 'rankstead'

export type Auth = ReturnType<typeof createAuth>

/** The authentication library on our database. It serves its own paths below `/api/auth`. */
export function createAuth({ main, type }: Database, { origins }: Pick<Config, 'origins'>, secret: string) {
  return betterAuth({
    appName: 'Rankstead',
    baseURL: origins[0],
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    database: { db: main, type },
    emailAndPassword: { enabled: true, minPasswordLength: MIN_PASSWORD, maxPasswordLength: MAX_PASSWORD },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: origins[0].startsWith('https:'),
      database: { generateId: () => crypto.randomUUID() },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  })
}
