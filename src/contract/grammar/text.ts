import * as z from 'zod/mini'

/** Longest text of any field, in characters (design decision 16). */
const MAX_TEXT = 10_000

/** The schemes a link or picture may use; site-relative paths and fragments are fine too. */
const SAFE_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:']

export type Presence = { optional?: boolean }

/** Text of 1 to `most` characters, or empty where optional. Both databases can store it. */
export function plainText(
  label: string,
  { optional, most = MAX_TEXT }: Presence & { most?: number } = {},
): z.ZodMiniType<string> {
  return z.string({ error: (issue) => absentOr(issue.input, label, 'must be text') }).check(
    z.refine((value) => optional || value.trim() !== '', { error: `${label} is required.`, abort: true }),
    z.refine((value) => value.length <= most, `${label} must be at most ${most.toLocaleString('en-US')} characters.`),
    z.refine(isStorable, `${label} holds a character that cannot be stored.`),
  )
}

/** Far from where SQLite refuses a pattern, in characters. */
const MAX_SEARCH = 200

/** What is searched for in a list. */
export function searchWords(presence: Presence = { optional: true }): z.ZodMiniType<string> {
  const sentence = `A search must be at most ${MAX_SEARCH} characters.`
  return plainText('A search', presence).check(z.maxLength(MAX_SEARCH, sentence))
}

/** An address to go to. One without its beginning is completed, so that nothing is stored that leads nowhere. */
export function safeLink(label: string, presence: Presence = {}): z.ZodMiniType<string> {
  const examples = 'https://example.com/page, mailto:name@example.com, tel:+12025550142, or a path on this site such as /contact'
  return address(label, presence, (name) => (name.includes('.') ? `https://${name}` : `/${name}`), examples)
}

/** The address of a picture; a name alone, such as `photo.jpg`, is a file of this site and no web address. */
export function pictureAddress(label: string, presence: Presence = {}): z.ZodMiniType<string> {
  const examples = 'https://example.com/photo.jpg, or a path on this site such as /photo.jpg'
  return address(label, presence, (name) => (hasHost(name) ? `https://${name}` : `/${name}`), examples)
}

/** `cdn.example.com/photo.jpg`, but not `photo.jpg`. */
function hasHost(name: string): boolean {
  return name.slice(0, Math.max(0, name.indexOf('/'))).includes('.')
}

function address(
  label: string,
  presence: Presence,
  completed: (name: string) => string,
  examples: string,
): z.ZodMiniType<string> {
  const complete = (value: string) => {
    const trimmed = value.trim()
    if (trimmed.startsWith('//')) return `https:${trimmed}`
    return trimmed === '' || hasBeginning(trimmed) || /\s/.test(trimmed) ? trimmed : completed(trimmed)
  }
  return plainText(label, presence).check(
    z.overwrite(complete),
    z.refine(
      (value) => value === '' || (hasBeginning(value) && isSafeLink(value)),
      `${label} must be an address such as ${examples}.`,
    ),
  )
}

/** A scheme or a sign that says where on this site; `example.com:8080` has a port and no scheme. */
function hasBeginning(value: string): boolean {
  return /^[/#?]/.test(value) || /^[a-z][a-z0-9+-]*:/i.test(value)
}

/** A path on this site, such as `/old-page`: never another site, however it is spelled. */
export function sitePath(label: string, presence: Presence = {}): z.ZodMiniType<string> {
  return plainText(label, presence).check(
    z.refine(
      (value) => value === '' || /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(value),
      `${label} must be an address on this site that begins with a slash, such as /old-page.`,
    ),
  )
}

export function usdAmount(label: string): z.ZodMiniType<string> {
  return plainText(label).check(
    z.refine(
      (value) => value.trim() === '' || (/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/.test(value) && Number(value) > 0),
      `${label} must be an amount above zero, such as 499 or 499.50: no $ and no comma.`,
    ),
  )
}

export function emailAddress(label: string): z.ZodMiniType<string> {
  return plainText(label).check(
    z.trim(),
    z.refine((value) => value === '' || isEmail(value), emailSentence(label)),
  )
}

/** An email address, or nothing. */
export function emailIfAny(label: string): z.ZodMiniType<string> {
  return plainText(label, { optional: true }).check(
    z.trim(),
    z.refine((value) => value === '' || isEmail(value), emailSentence(label)),
  )
}

/**
 * An ordinary valid address of at most 254 characters. None that Unicode's
 * compatibility normalisation changes (UAX 15): a letter such as the Kelvin sign becomes another in lower
 * case, and the address somebody else's.
 */
export function isEmail(value: string): boolean {
  return (
    value.length <= 254 &&
    value === value.normalize('NFKC') &&
    !/\p{Cc}/u.test(value) &&
    /^[^\s@<>()[\]\\,;:"]+@[^\s@.<>()[\]\\,;:"]+(\.[^\s@.<>()[\]\\,;:"]+)+$/.test(value)
  )
}

/** True where a browser may be sent to `value`; checked on write and again on render. */
export function isSafeLink(value: string): boolean {
  // Browsers drop tabs, line breaks and leading controls before they read the scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the controls are the point
  if (/[\u0000-\u001f\u007f]/.test(value)) return false
  const scheme = /^\s*([a-z][a-z0-9+.-]*:)/i.exec(value)?.[1]?.toLowerCase()
  return scheme === undefined || SAFE_SCHEMES.includes(scheme)
}

/** PostgreSQL refuses NUL, and a lone surrogate is no character: refused at the edge on both databases. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

function emailSentence(label: string): string {
  return `${label} must be an email address, such as name@example.com.`
}

function absentOr(input: unknown, label: string, otherwise: string): string {
  return input === undefined || input === null ? `${label} is required.` : `${label} ${otherwise}.`
}
