/** What a page needs beyond its own site: form targets for a payment, for example. Exact origins. */
export type PagePolicyOptions = { formAction?: readonly string[] }

const CSP = 'content-security-policy'

/** Pictures may be shown by other sites too: link previews, and whoever reads the public lists. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' }

/** Where browsers learn which links to open ahead. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json'

export type ReplyHeaders = ReturnType<typeof createReplyHeaders>

/** One year, in seconds: what browser makers ask of sites that mean it. */
const HSTS_VALUE = 'max-age=31536000'

/** No page needs any of these. */
const DENIED_FEATURES = [
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
const NON_PAGE_POLICY = formatPolicy({
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})

/** Drawings carry their own styles, which count where one is opened by itself. */
const SVG_POLICY = formatPolicy({
  'default-src': "'none'",
  'style-src': "'unsafe-inline'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  sandbox: '',
})

/** The documentation's own pages: their program brings one style element, named by its hash, and calls the API. */
const API_DOCS_POLICY = formatPolicy({
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
  const commonHeaders = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': DENIED_FEATURES.map((name) => `${name}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure && { 'strict-transport-security': HSTS_VALUE }),
  }
  const plainPage = { ...commonHeaders, [CSP]: buildPagePolicy(isSecure) }
  return {
    /** Beside those of a page, on public ones: the next public page is opened before it is asked for. */
    prerendering: { 'speculation-rules': `"${SPECULATION_RULES_PATH}"` },
    /** Of every reply until something more fitting is known: kept by nobody. */
    base: { ...commonHeaders, [CSP]: NON_PAGE_POLICY, 'cache-control': 'private, no-store' },
    page: (options?: PagePolicyOptions): Readonly<Record<string, string>> =>
      options ? { ...commonHeaders, [CSP]: buildPagePolicy(isSecure, options) } : plainPage,
    image: CROSS_ORIGIN_HEADERS,
    svg: { [CSP]: SVG_POLICY },
    apiDocsPolicy: API_DOCS_POLICY,
  }
}

/**
 * Scripts, styles and forms are ours alone, none of them inline. Pictures and videos may come from any
 * address that the owner enters; on an https site a browser would refuse unencrypted ones anyway.
 */
function buildPagePolicy(isSecure: boolean, { formAction = [] }: PagePolicyOptions = {}): string {
  return formatPolicy({
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

function formatPolicy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}
