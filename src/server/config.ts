import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { type EdgeConfig, edgeVariables, readEdge } from './edge-config.ts'
import { type IdentityConfig, identityVariables, readIdentity } from './identity-config.ts'
import { type IndexNowConfig, indexNowVariables, readIndexNow } from './index-now-config.ts'

const flag = <const T extends [string, ...string[]]>(values: T, fallback: T[number]) => z._default(z.enum(values), fallback)

/** A name and an address on one line, or the address alone. */
const MAIL_SENDER = /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/
const NO_REPLY = 'Rankstead <no-reply@localhost>'

const environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535)), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  ORIGIN: z.optional(z.url({ protocol: /^https?$/ })),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  SEED: flag(['demo', 'none'], 'demo'),
  ADMIN_EMAIL: z.optional(z.email()),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(6), z.maxLength(128))),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z._default(z.string().check(z.regex(MAIL_SENDER, 'must look like Rankstead <no-reply@example.com>')), NO_REPLY),
  ADMIN_SECOND_FACTOR: flag(['optional', 'required'], 'optional'),
  PAYMENTS: flag(['rehearsal', 'paypal-standard', 'paypal-orders'], 'rehearsal'),
  ...identityVariables,
  ...edgeVariables,
  ...indexNowVariables,
  LOG_LEVEL: flag(['fatal', 'error', 'warn', 'info', 'debug'], 'warn'),
})

/** The settings of one process, read once (design section 6). */
export type Config = EdgeConfig &
  IdentityConfig &
  IndexNowConfig & {
    port: number
    host: string
    /** The addresses at which the site may be used; the first is the one that links are made with. */
    origins: readonly [string, ...string[]]
    dataDir: string
    databaseUrl: string | undefined
    seed: 'demo' | 'none'
    /** The first admin, made when there is none. */
    firstAdmin: { email: string; password: string } | undefined
    /** Whether admins need a second factor before they may do anything. */
    adminSecondFactor: 'optional' | 'required'
    /** The mail server; without one mail is written into `dataDir`. */
    smtpUrl: string | undefined
    /** Who mail comes from, as `Name <address>`. */
    mailFrom: string
    payments: 'rehearsal' | 'paypal-standard' | 'paypal-orders'
    logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug'
  }

/** Reads the environment; throws one sentence that names every setting at fault. An empty value counts as unset. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = environment.safeParse(set)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration cannot be used. ${faults.join('; ')}`)
  }
  const read = result.data
  if (Boolean(read.ADMIN_EMAIL) !== Boolean(read.ADMIN_PASSWORD)) {
    throw new Error('The configuration cannot be used. ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  }
  const origins: Config['origins'] = read.ORIGIN
    ? [new URL(read.ORIGIN).origin]
    : [`http://127.0.0.1:${read.PORT}`, `http://localhost:${read.PORT}`]
  return {
    port: read.PORT,
    host: read.HOST,
    origins,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    seed: read.SEED,
    firstAdmin: read.ADMIN_EMAIL && read.ADMIN_PASSWORD ? { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD } : undefined,
    adminSecondFactor: read.ADMIN_SECOND_FACTOR,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    payments: read.PAYMENTS,
    logLevel: read.LOG_LEVEL,
    ...readIdentity(read),
    ...readEdge(read, origins),
    ...readIndexNow(read, origins),
  }
}
