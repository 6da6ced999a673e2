import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { removeInvisibleCharacters } from '#contract/core/remove-invisible-characters.ts'
import {
  adminLoginEmailSettingSchema,
  adminPasswordSettingSchema,
  choiceSettingSchema,
  folderPathSchema,
  gigabytesSettingSchema,
  listenHostSchema,
  mailSenderSchema,
  portSchema,
  postgresUrlSchema,
  secureUrlSchema,
  siteOriginSchema,
  smtpUrlSchema,
  textSchemaWithRule,
} from './config-schemas.ts'
import { exposureEnvSchemas, readExposureConfig } from './exposure-config.ts'
import { identityEnvSchemas, readIdentityConfig } from './identity-config.ts'
import { isLoopbackOrigin } from './loopback-checks.ts'
import { paymentsEnvSchemas, readPaymentsConfig } from './payments-config.ts'

/** Forwards a change to every search engine that takes part (indexnow.org). */
const INDEXNOW_ENDPOINT = 'https://api.indexnow.org/indexnow'

const environmentSchema = z.object({
  PORT: z._default(portSchema, 3000),
  HOST: z._default(listenHostSchema, '127.0.0.1'),
  ORIGIN: z.optional(siteOriginSchema),
  DATA_DIR: z._default(folderPathSchema, './data'),
  DATABASE_URL: z.optional(postgresUrlSchema),
  SEED: choiceSettingSchema(['demo', 'none'], 'demo'),
  ORDER_FILES_MAX_GB: z._default(gigabytesSettingSchema, 20),
  MIGRATION_BACKUP: choiceSettingSchema(['on', 'off'], 'on'),
  ADMIN_EMAIL: z.optional(adminLoginEmailSettingSchema),
  ADMIN_PASSWORD: z.optional(adminPasswordSettingSchema),
  SMTP_URL: z.optional(smtpUrlSchema),
  MAIL_FROM: z.optional(mailSenderSchema),
  ADMIN_SECOND_FACTOR: choiceSettingSchema(['optional', 'required'], 'optional'),
  ...identityEnvSchemas,
  ...exposureEnvSchemas,
  INDEXNOW_KEY: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits or hyphens'))),
  INDEXNOW_URL: z.optional(secureUrlSchema),
  ...paymentsEnvSchemas,
  METRICS_TOKEN: z.optional(
    textSchemaWithRule(
      (value) => /^[\w.~+/=-]{32,200}$/.test(value),
      'must have 32 to 200 letters, digits or any of . _ ~ + / = -, such as what "openssl rand -hex 32" prints',
    ),
  ),
  LOG_LEVEL: choiceSettingSchema(['fatal', 'error', 'warn', 'info', 'debug'], 'warn'),
})

/** The settings of one process, read once (P-163). */
export type Config = ReturnType<typeof readConfig>

/**
 * Reads the environment. Throws one line that names each invalid setting and says what to write instead.
 * The line never shows a value. An empty value counts as unset, and spaces around a value are ignored.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const values = Object.fromEntries(Object.keys(environmentSchema.shape).flatMap((name) => readVariable(env, name)))
  const result = environmentSchema.safeParse(values)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration cannot be used. ${faults.join('; ')}.`)
  }
  const parsed = result.data
  if (Boolean(parsed.ADMIN_EMAIL) !== Boolean(parsed.ADMIN_PASSWORD)) {
    throw new Error('The configuration cannot be used. ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  }
  const origins: readonly [string, ...string[]] = parsed.ORIGIN
    ? [new URL(parsed.ORIGIN).origin]
    : [`http://127.0.0.1:${parsed.PORT}`, `http://localhost:${parsed.PORT}`]
  const network = readExposureConfig(parsed, { host: parsed.HOST, origins })
  return {
    port: parsed.PORT,
    host: parsed.HOST,
    /** The site's origins. Links use the first. */
    origins,
    dataDir: resolve(parsed.DATA_DIR),
    databaseUrl: parsed.DATABASE_URL,
    seed: parsed.SEED,
    /** How many bytes the files of all orders may have. */
    maxOrderFileBytes: parsed.ORDER_FILES_MAX_GB * 1024 ** 3,
    /** Whether the server makes a backup before it migrates a database with data. */
    migrationBackup: parsed.MIGRATION_BACKUP === 'on',
    /** The first admin, created if there is none. */
    firstAdmin:
      parsed.ADMIN_EMAIL && parsed.ADMIN_PASSWORD ? { email: parsed.ADMIN_EMAIL, password: parsed.ADMIN_PASSWORD } : undefined,
    /** Whether admins need a second factor before they may do anything. */
    adminSecondFactor: parsed.ADMIN_SECOND_FACTOR,
    /** The mail server. Without it, emails become files in `dataDir`. */
    smtpUrl: parsed.SMTP_URL,
    /** The sender of emails, as `Name <address>`. */
    mailFrom: parsed.MAIL_FROM ?? `Rankstead <no-reply@${getMailDomain(origins[0])}>`,
    /** Whether `MAIL_FROM` is missing. Replies then reach no one. */
    isMailFromMissing: parsed.MAIL_FROM === undefined,
    logLevel: parsed.LOG_LEVEL,
    /** A request with this token may read /metrics from anywhere. */
    metricsToken: parsed.METRICS_TOKEN,
    ...readIdentityConfig(parsed),
    ...network,
    /** Where the server reports changed pages to search engines (indexnow.org). Undefined if it doesn't. */
    indexNow: readIndexNowConfig(parsed, origins[0]),
    ...readPaymentsConfig(parsed, { host: parsed.HOST, origins, isOpenTryOut: network.isOpenTryOut }),
  }
}

/** Returns the site's domain, or `localhost` if the site has none. */
function getMailDomain(origin: string): string {
  const { hostname } = new URL(origin)
  return isLoopbackOrigin(origin) || /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname.replace(/^www\./, '')
}

/** Reports nothing from a site that only this machine can reach, unless INDEXNOW_URL names an endpoint. */
function readIndexNowConfig({ INDEXNOW_KEY: key, INDEXNOW_URL: url }: z.infer<typeof environmentSchema>, origin: string) {
  const isPublic = origin.startsWith('https:') && !isLoopbackOrigin(origin)
  return key === undefined ? undefined : { key, endpoint: url ?? (isPublic ? INDEXNOW_ENDPOINT : undefined) }
}

function readVariable(env: Record<string, string | undefined>, name: string): [name: string, value: string][] {
  const raw = env[name] ?? ''
  // Spaces around a password might belong to it. The schema refuses them.
  const value = name === 'ADMIN_PASSWORD' ? raw : name === 'DATA_DIR' ? raw.trim() : removeInvisibleCharacters(raw)
  // Programs that read an env file may keep the quotation marks.
  if (/^(["']).*\1$/s.test(value)) {
    throw new Error(`The configuration cannot be used. ${name}: remove the quotation marks around the value.`)
  }
  return value === '' ? [] : [[name, value]]
}
