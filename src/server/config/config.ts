import { resolve } from 'node:path'
import * as z from 'zod/mini'
import {
  choice,
  databaseAddress,
  folderPath,
  isLoopback,
  listenAddress,
  loginEmail,
  loginPassword,
  mailSender,
  mailServerAddress,
  portNumber,
  safeAddress,
  siteAddress,
  textThat,
} from './config-values.ts'
import { type EdgeConfig, edgeVariables, readEdge } from './edge-config.ts'
import { type IdentityConfig, identityVariables, readIdentity } from './identity-config.ts'
import { type PaymentsConfig, paymentsVariables, readPayments } from './payments-config.ts'

/** Passes what it is told on to every search engine that takes part (indexnow.org). */
const SHARED_ENDPOINT = 'https://api.indexnow.org/indexnow'

const NO_REPLY = 'Rankstead <no-reply@localhost>'

const environment = z.object({
  PORT: z._default(portNumber(), 3000),
  HOST: z._default(listenAddress(), '127.0.0.1'),
  ORIGIN: z.optional(siteAddress()),
  DATA_DIR: z._default(folderPath(), '../data'),
  DATABASE_URL: z.optional(databaseAddress()),
  SEED: choice(['demo', 'none'], 'demo'),
  MIGRATION_BACKUP: choice(['on', 'off'], 'on'),
  ADMIN_EMAIL: z.optional(loginEmail()),
  ADMIN_PASSWORD: z.optional(loginPassword()),
  SMTP_URL: z.optional(mailServerAddress()),
  MAIL_FROM: z._default(mailSender(), NO_REPLY),
  ADMIN_SECOND_FACTOR: choice(['optional', 'required'], 'optional'),
  ...identityVariables,
  ...edgeVariables,
  INDEXNOW_KEY: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits or hyphens'))),
  INDEXNOW_URL: z.optional(safeAddress()),
  ...paymentsVariables,
  METRICS_TOKEN: z.optional(
    textThat(
      (value) => /^[\w.~+/=-]{32,200}$/.test(value),
      'must have 32 to 200 letters, digits or any of . _ ~ + / = -, such as what "openssl rand -hex 32" prints',
    ),
  ),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug'], 'warn'),
})

/** The settings of one process, read once (design section 6). */
export type Config = EdgeConfig &
  IdentityConfig &
  PaymentsConfig & {
    port: number
    host: string
    /** The addresses at which the site may be used; the first is the one that links are made with. */
    origins: readonly [string, ...string[]]
    dataDir: string
    databaseUrl: string | undefined
    seed: 'demo' | 'none'
    /** Whether a backup is made before a database that is in use is brought up to date. */
    migrationBackup: boolean
    /** The first admin, made when there is none. */
    firstAdmin: { email: string; password: string } | undefined
    /** Whether admins need a second factor before they may do anything. */
    adminSecondFactor: 'optional' | 'required'
    /** The mail server; without one mail is written into `dataDir`. */
    smtpUrl: string | undefined
    /** Who mail comes from, as `Name <address>`. */
    mailFrom: string
    logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug'
    /** A request with this token may read /metrics from anywhere. */
    metricsToken: string | undefined
    /** How search engines learn at once which pages changed (indexnow.org); undefined if they don't. */
    indexNow: { key: string; endpoint: string | undefined } | undefined
  }

/**
 * Reads the environment; throws one line that names every setting at fault and says what to write instead, and never
 * shows a value. An empty one counts as unset, spaces around one do not count.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.keys(environment.shape).flatMap((name) => valueIn(env, name)))
  const result = environment.safeParse(set)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration cannot be used. ${faults.join('; ')}.`)
  }
  const read = result.data
  if (Boolean(read.ADMIN_EMAIL) !== Boolean(read.ADMIN_PASSWORD)) {
    throw new Error('The configuration cannot be used. ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  }
  const origins: Config['origins'] = read.ORIGIN
    ? [new URL(read.ORIGIN).origin]
    : [`http://127.0.0.1:${read.PORT}`, `http://localhost:${read.PORT}`]
  const edge = readEdge(read, { host: read.HOST, origins })
  return {
    port: read.PORT,
    host: read.HOST,
    origins,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    seed: read.SEED,
    migrationBackup: read.MIGRATION_BACKUP === 'on',
    firstAdmin: read.ADMIN_EMAIL && read.ADMIN_PASSWORD ? { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD } : undefined,
    adminSecondFactor: read.ADMIN_SECOND_FACTOR,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    logLevel: read.LOG_LEVEL,
    metricsToken: read.METRICS_TOKEN,
    ...readIdentity(read),
    ...edge,
    indexNow: indexNowOf(read, origins[0]),
    ...readPayments(read, { host: read.HOST, origins, isOpenTryOut: edge.isOpenTryOut }),
  }
}

/** A site that only this machine can reach tells no search engine, unless INDEXNOW_URL names one. */
function indexNowOf({ INDEXNOW_KEY: key, INDEXNOW_URL: url }: z.infer<typeof environment>, origin: string): Config['indexNow'] {
  const isPublic = origin.startsWith('https:') && !isLoopback(origin)
  return key === undefined ? undefined : { key, endpoint: url ?? (isPublic ? SHARED_ENDPOINT : undefined) }
}

function valueIn(env: Record<string, string | undefined>, name: string): [name: string, value: string][] {
  const given = env[name] ?? ''
  // Nobody can tell whether the spaces around a password are part of it, so they are refused.
  const value = name === 'ADMIN_PASSWORD' ? given : given.trim()
  // A file of variables is no shell script: the program that reads it may hand the quotation marks on.
  if (/^(["']).*\1$/s.test(value)) {
    throw new Error(`The configuration cannot be used. ${name}: must be written without the quotation marks around it.`)
  }
  return value === '' ? [] : [[name, value]]
}
