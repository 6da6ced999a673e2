/** What a page needs beyond its own site: form targets for a payment, for example. Exact origins. */
export type PolicyExtra = { formAction?: readonly string[] }

const CSP = 'content-security-policy'

/** Pictures may be shown by other sites too: link previews, and whoever reads the public lists. */
export const CROSS_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin' }

/** Where browsers learn which links to open ahead. */
export const SPECULATION_RULES = '/speculation-rules.json'

export type ReplyHeaders = ReturnType<typeof createReplyHeaders>

/** One year, in seconds: what browser makers ask of sites that mean it. */
const ONLY_HTTPS = 'max-age=31536000'

/** No page needs any of these. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/** For everything that is no page: nothing in it may act, whatever a browser takes it for. */
const NO_PAGE = policy({ 'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'", 'frame-ancestors': "'none'" })

/** Drawings carry their own styles, which count where one is opened by itself. */
const DRAWING = policy({
  'default-src': "'none'",
  'style-src': "'unsafe-inline'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  sandbox: '',
})

/** The documentation's own pages: their program brings one style element, named by its hash, and calls the API. */
const DOCUMENTATION = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})

/** What every reply says about itself (SECURITY.md); `isSecure` where the site is at an https address. */
export function createReplyHeaders(isSecure: boolean) {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': UNUSED.map((name) => `${name}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure && { 'strict-transport-security': ONLY_HTTPS }),
  }
  const plainPage = { ...always, [CSP]: pagePolicy(isSecure) }
  return {
    /** Beside those of a page, on public ones: the next public page is opened before it is asked for. */
    prerendering: { 'speculation-rules': `"${SPECULATION_RULES}"` },
    /** Of every reply until something more fitting is known: kept by nobody. */
    any: { ...always, [CSP]: NO_PAGE, 'cache-control': 'private, no-store' },
    page: (extra?: PolicyExtra): Readonly<Record<string, string>> =>
      extra ? { ...always, [CSP]: pagePolicy(isSecure, extra) } : plainPage,
    picture: CROSS_ORIGIN,
    drawing: { [CSP]: DRAWING },
    documentation: DOCUMENTATION,
  }
}

/**
 * Scripts, styles and forms are ours alone, none of them inline. Pictures and videos may come from any
 * address that the owner enters; on an https site a browser would refuse unencrypted ones anyway.
 */
function pagePolicy(isSecure: boolean, { formAction = [] }: PolicyExtra = {}): string {
  return policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'font-src': "'self'",
    'img-src': `'self' data: https:${isSecure ? '' : ' http:'}`,
    'media-src': "'self' https:",
    // Videos, and the owner's own pages in the preview.
    'frame-src': "'self' https:",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': ["'self'", ...formAction].join(' '),
    'base-uri': "'none'",
    'frame-ancestors': "'self'",
  })
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}
