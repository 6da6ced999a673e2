import * as z from 'zod/mini'
import { removeInvisibleCharacters } from './remove-invisible-characters.ts'

/** The limit of any text field, in characters (P-12). */
const MAX_TEXT = 10_000

/** The schemes that a link or image may use. Paths and fragments are allowed too. */
const SAFE_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:']

export type OptionalTextOption = { optional?: boolean }

export type TextOptions = OptionalTextOption & {
  maxLength?: number
  /** It is compared or handed to another program, so it loses invisible characters and spaces at the ends. */
  isIdentifier?: boolean
}

/** Accepts 1 to `maxLength` characters, or an empty text if optional. Refuses text that a database can't store. */
export function textSchema(
  label: string,
  { optional, maxLength = MAX_TEXT, isIdentifier }: TextOptions = {},
): z.ZodMiniType<string> {
  return z
    .string({ error: ({ input }) => `${label} ${input === undefined || input === null ? 'is required' : 'must be text'}.` })
    .check(
      z.overwrite((value) => (isIdentifier ? removeInvisibleCharacters(value) : value)),
      z.refine((value) => optional || value.trim() !== '', { error: `${label} is required.`, abort: true }),
      z.refine((value) => value.length <= maxLength, {
        // Formats the number only on failure. The first formatted number takes 17 ms, which would delay the start.
        error: () => `${label} must be at most ${maxLength.toLocaleString('en-US')} characters.`,
      }),
      z.refine(isStorableText, `${label} has a character that can’t be stored.`),
    )
}

/** Far below SQLite's limit for a LIKE pattern, in characters. */
const MAX_SEARCH = 200

/** The search text of a list. */
export function searchQuerySchema(presence: OptionalTextOption = { optional: true }): z.ZodMiniType<string> {
  const sentence = `A search must be at most ${MAX_SEARCH} characters.`
  return textSchema('A search', presence).check(z.maxLength(MAX_SEARCH, sentence))
}

/** Checks a URL to go to. Completes a missing scheme or slash, so that stored links work. */
export function linkSchema(label: string, presence: OptionalTextOption = {}): z.ZodMiniType<string> {
  const examples = 'https://example.com/page, mailto:name@example.com, tel:+12025550142, or a path on this site such as /contact'
  return urlSchema(label, presence, (name) => (name.includes('.') ? `https://${name}` : `/${name}`), examples)
}

/**
 * Accepts Markdown whose links pass the check of link fields. It may be twice as long as other texts, because each character
 * of a plain text may need a backslash.
 */
export function formattedTextSchema(label: string, { optional }: OptionalTextOption = {}): z.ZodMiniType<string> {
  return textSchema(label, { optional, maxLength: 2 * MAX_TEXT }).check(
    z.superRefine((input: string, context) => {
      const message = findLinkProblem(input)
      if (message !== undefined) context.issues.push({ code: 'custom', input, message })
    }),
  )
}

/** Matches a backslash with its character, or the start of a link up to the end of its URL. */
const ESCAPE_OR_LINK = /\\.|\]\(\s*<?([^\s<>()]*)/gs

function findLinkProblem(source: string): string | undefined {
  // A schema takes longer to build than to run, so only the first bad link gets one with its name.
  const link = linkSchema('A link')
  for (const [, url] of source.matchAll(ESCAPE_OR_LINK)) {
    if (url === '') return 'A link has no address. Type it between the parentheses.'
    if (url === undefined || link.safeParse(url).success) continue
    return linkSchema(`The link “${url.slice(0, MAX_QUOTED_URL)}”`).safeParse(url).error?.issues[0]?.message
  }
}

/** In characters. */
const MAX_QUOTED_URL = 80

/** Checks an image URL. A bare name such as `photo.jpg` is a file on this site. */
export function imageUrlSchema(label: string, presence: OptionalTextOption = {}): z.ZodMiniType<string> {
  return urlSchema(label, presence, addImagePrefix, IMAGE_EXAMPLES)
}

/** Checks an image URL, and accepts class names of icon fonts as they are. */
export function iconUrlOrClassSchema(label: string, presence: OptionalTextOption = {}): z.ZodMiniType<string> {
  return urlSchema(label, presence, addImagePrefix, `${IMAGE_EXAMPLES}, or class names such as fa fa-home`, hasIconClassFormat)
}

/** True for words of letters, digits and hyphens. A URL has a slash, a dot or a colon. */
export function hasIconClassFormat(value: string): boolean {
  return /^[a-z][\w-]*(?: [a-z][\w-]*)*$/i.test(value.trim())
}

const IMAGE_EXAMPLES = 'https://example.com/photo.jpg, or a path on this site such as /photo.jpg'

function addImagePrefix(name: string): string {
  return hasHost(name) ? `https://${name}` : `/${name}`
}

/** True for `cdn.example.com/photo.jpg` and `www.example.com`, but not for `photo.jpg`. */
function hasHost(name: string): boolean {
  return name.startsWith('www.') || name.slice(0, Math.max(0, name.indexOf('/'))).includes('.')
}

function urlSchema(
  label: string,
  presence: OptionalTextOption,
  addPrefix: (name: string) => string,
  examples: string,
  isOtherText: (value: string) => boolean = () => false,
): z.ZodMiniType<string> {
  const completeUrl = (value: string) => {
    if (isOtherText(value)) return value
    if (value.startsWith('//')) return `https:${value}`
    return value === '' || hasSchemeOrPath(value) || /\s/.test(value) ? value : addPrefix(value)
  }
  return textSchema(label, { ...presence, isIdentifier: true }).check(
    z.overwrite(completeUrl),
    z.refine(
      (value) => value === '' || isOtherText(value) || (hasSchemeOrPath(value) && isSafeLink(value)),
      `${label} must be an address such as ${examples}.`,
    ),
  )
}

/** True for a scheme, path, query or fragment. `example.com:8080` has a port but no scheme. */
function hasSchemeOrPath(value: string): boolean {
  return /^[/#?]/.test(value) || /^[a-z][a-z0-9+-]*:/i.test(value)
}

/** Checks a path on this site, such as `/old-page`. Refuses every spelling that leads to another site. */
export function sitePathSchema(label: string, presence: OptionalTextOption = {}): z.ZodMiniType<string> {
  return textSchema(label, { ...presence, isIdentifier: true }).check(
    z.refine((value) => value === '' || value.startsWith('/'), {
      error: `${label} must be an address on this site that begins with a slash, such as /old-page.`,
      abort: true,
    }),
    z.refine((value) => !/^\/[/\\]/.test(value), { error: `${label} must begin with one slash only.`, abort: true }),
    z.refine((value) => !/[\s\\\p{Cc}]/u.test(value), `${label} can’t have spaces, line breaks or backslashes.`),
  )
}

/** Accepts `$1,299.00` too, and returns `1299.00`. */
export function usdAmountSchema(label: string): z.ZodMiniType<string> {
  return textSchema(label, { isIdentifier: true }).check(
    z.overwrite(stripAmountSigns),
    z.refine(
      (value) => value.trim() === '' || (/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/.test(value) && Number(value) > 0),
      `${label} must be an amount above zero, such as 499, $1,299 or 499.50.`,
    ),
  )
}

/** Removes a dollar sign, spaces and thousands separators. Returns any other text unchanged. */
function stripAmountSigns(value: string): string {
  const digits = value.replace(/^\$\s?/, '')
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits) ? digits.replaceAll(',', '') : digits
}

export function emailSchema(label: string, presence: OptionalTextOption = {}): z.ZodMiniType<string> {
  return textSchema(label, { ...presence, isIdentifier: true }).check(
    z.refine((value) => value === '' || isEmail(value), `${label} must be an email address, such as name@example.com.`),
  )
}

export function optionalEmailSchema(label: string): z.ZodMiniType<string> {
  return emailSchema(label, { optional: true })
}

/**
 * True for an ordinary address of at most 254 characters without invisible characters. False if Unicode compatibility
 * normalization would change it (UAX 15): the Kelvin sign becomes `k` in lower case, which is another person's address.
 */
export function isEmail(value: string): boolean {
  return (
    value.length <= 254 &&
    value === value.normalize('NFKC') &&
    value === removeInvisibleCharacters(value) &&
    !/\p{Cc}/u.test(value) &&
    /^[^\s@<>()[\]\\,;:"]+@[^\s@.<>()[\]\\,;:"]+(\.[^\s@.<>()[\]\\,;:"]+)+$/.test(value)
  )
}

/** True if a browser may follow `value`. Called on write and again on render. */
export function isSafeLink(value: string): boolean {
  // Browsers drop tabs, line breaks and leading controls before they read the scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the controls are the point
  if (/[\u0000-\u001f\u007f]/.test(value)) return false
  const scheme = /^\s*([a-z][a-z0-9+.-]*:)/i.exec(value)?.[1]?.toLowerCase()
  return scheme === undefined || SAFE_SCHEMES.includes(scheme)
}

/** PostgreSQL refuses NUL and lone surrogates. The check refuses them for both databases. */
export function isStorableText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}
