import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { credentialSchemas, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#contract/people/authentication.ts'
import { isLoopbackOrigin } from './loopback-checks.ts'

const ENCODING_RULE = 'write signs such as @ or / in the user or password as %40 or %2F'
const SENDER_PATTERN = /^(?:[^<>\p{Cc}]*<([^<>]+)>|([^<>]+))$/u
const EMAIL_PATTERN = /^[^\s@()[\]\\,;:"\p{Cc}]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u

/** Checks a text. `rule` says what to write instead. It never repeats the value, which may be a password. */
export function textSchemaWithRule(isValid: (value: string) => boolean, rule: string): z.ZodMiniString {
  return z.string().check(z.refine(isValid, rule))
}

export function choiceSettingSchema<const T extends [string, ...string[]]>(choices: T, fallback: T[number]) {
  return z._default(z.enum(choices, `must be one of ${choices.join(', ')}`), fallback)
}

/** Accepts a port to listen on and converts it to a number. */
export const portSchema = z.pipe(
  textSchemaWithRule(
    (value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535,
    'must be a whole number from 1 to 65535, such as 3000',
  ),
  z.transform(Number),
)

export const gigabytesSettingSchema = z.pipe(
  textSchemaWithRule((value) => /^[1-9]\d{0,4}$/.test(value), 'must be a whole number of gigabytes from 1 to 99999, such as 20'),
  z.transform(Number),
)

export const listenHostSchema = textSchemaWithRule(
  (value) => isIP(value) !== 0 || /^[a-z0-9][a-z0-9.-]*$/i.test(value),
  'must be an address or a name of this machine without a port, such as 127.0.0.1, 0.0.0.0 or ::',
)

/** Accepts the site's origin. The site always starts at the root of a host. */
export const siteOriginSchema = textSchemaWithRule(
  (value) => /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?\/?$/i.test(value) && URL.canParse(value),
  'must be http:// or https:// and a host, with a port if needed and nothing else, such as https://example.com',
)

export const folderPathSchema = textSchemaWithRule(
  (value) => !/^[~$%]|:\/\//.test(value),
  'must be the full path of a folder, such as /var/lib/rankstead. ~ and variables do not work here',
)

export const postgresUrlSchema = textSchemaWithRule(
  (value) => isServerUrl(value, ['postgres:', 'postgresql:']) && /^\/[^/]+$/.test(new URL(value).pathname),
  `must name a host and a database, such as postgres://user:password@db.example.com:5432/rankstead; ${ENCODING_RULE}`,
)

export const smtpUrlSchema = textSchemaWithRule(
  (value) => isServerUrl(value, ['smtp:', 'smtps:']) && /^\/?$/.test(new URL(value).pathname),
  `must name a host without a path, such as smtps://user:password@mail.example.com; ${ENCODING_RULE}`,
)

/** Accepts an email address, alone or after a name. */
export const mailSenderSchema = textSchemaWithRule((value) => {
  const [, namedAddress, bareAddress = ''] = SENDER_PATTERN.exec(value) ?? []
  return EMAIL_PATTERN.test(namedAddress ?? bareAddress)
}, 'must be an email address, or a name and an email address, such as Rankstead <no-reply@example.com>')

/** Accepts an email that the log-in form accepts. Otherwise the admin couldn't log in. */
export const adminLoginEmailSettingSchema = textSchemaWithRule(
  (value) => credentialSchemas.email.safeParse(value).success,
  'must be an email address that the log-in form accepts (three letters in a row), such as owner@example.com',
)

/** Accepts a password that registration accepts. */
export const adminPasswordSettingSchema = textSchemaWithRule(
  (value) => credentialSchemas.password.safeParse(value).success && value === value.trim(),
  `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters, and neither begin nor end with a space or a line break`,
)

/** Accepts a URL for codes and tokens: https, or http on this machine. */
export const secureUrlSchema = textSchemaWithRule(
  isSecureUrl,
  'must be an https address (http only on 127.0.0.1, localhost or [::1]) without a user name, such as https://login.example.com',
)

/** Returns the values of variables that belong together, or undefined if none is set. Throws if only some are set. */
export function readAllOrNoneVariables<Name extends string>(
  env: { readonly [N in Name]?: string | undefined },
  names: readonly Name[],
): string[] | undefined {
  const values = names.map((name) => env[name]).filter((value) => value !== undefined)
  if (values.length === 0) return undefined
  if (values.length === names.length) return values
  throw new Error(`The configuration cannot be used. ${names.join(', ')} go together: set all or none.`)
}

function isSecureUrl(urlText: string): boolean {
  const url = URL.parse(urlText)
  if (!url || url.username || url.password || url.hash) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackOrigin(urlText))
}

function isServerUrl(value: string, schemes: readonly string[]): boolean {
  const url = URL.parse(value)
  if (!url || !schemes.includes(url.protocol) || url.hash) return false
  // PostgreSQL's driver accepts the folder of a local socket as `host`.
  return (url.hostname !== '' || url.searchParams.has('host')) && isEncoded(url.username + url.password + url.pathname)
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
