/** Exact origins that a page's policy allows in addition, such as form targets for a payment. */
export type AllowedFormOrigins = { formAction?: readonly string[] }

const CSP = 'content-security-policy'

/** Lets other sites show our images, for link previews and readers of the public lists. */
export const CROSS_ORIGIN_RESOURCE_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' }

/** The file that tells browsers which links to prerender. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json'

export type ReplyHeadersByKind = ReturnType<typeof createReplyHeaders>

/** One year in seconds, as browser makers recommend. */
const HSTS_VALUE = 'max-age=31536000'

/** Browser features that no page needs. */
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

const DENY_ALL = { 'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'", 'frame-ancestors': "'none'" }

/** The policy of replies that aren't pages. It blocks everything, however a browser interprets the reply. */
const NON_PAGE_POLICY = formatPolicy(DENY_ALL)

/** Illustrations carry their own styles, which count if a browser opens one directly. */
const SVG_POLICY = formatPolicy({
  'default-src': "'none'",
  'style-src': "'unsafe-inline'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  sandbox: '',
})

/** The policy of downloads. A browser that opens one anyway runs nothing of it. */
export const DOWNLOAD_CSP = formatPolicy({ ...DENY_ALL, sandbox: '' })

/** The policy of files with inline styles and images that our pages show in a frame. It blocks scripts, forms and requests. */
export const FRAMED_FILE_POLICY = formatPolicy({
  ...DENY_ALL,
  'style-src': "'unsafe-inline'",
  'img-src': 'data:',
  'frame-ancestors': "'self'",
  sandbox: '',
})

/** The policy of the API documentation. Its script adds one style element, allowed by its hash, and makes calls. */
const API_DOCS_POLICY = formatPolicy({
  ...DENY_ALL,
  'script-src': "'self'",
  'style-src': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
})

/** Builds the security headers of all replies (SECURITY.md). `isSecure` means that the site uses https. */
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
    /** Extra headers of public pages. They let browsers prerender the next public page. */
    prerendering: { 'speculation-rules': `"${SPECULATION_RULES_PATH}"` },
    /** The headers of every reply until a handler sets others. They forbid caching. */
    base: { ...commonHeaders, [CSP]: NON_PAGE_POLICY, 'cache-control': 'private, no-store' },
    page: (options?: AllowedFormOrigins): Readonly<Record<string, string>> =>
      options ? { ...commonHeaders, [CSP]: buildPagePolicy(isSecure, options) } : plainPage,
    image: CROSS_ORIGIN_RESOURCE_HEADERS,
    svg: { [CSP]: SVG_POLICY },
    apiDocsPolicy: API_DOCS_POLICY,
  }
}

/**
 * Builds the policy of pages. Scripts, styles and forms must be our own and not inline. Images and videos may come from
 * any URL that the owner enters. On an https site, browsers refuse unencrypted ones anyway.
 */
function buildPagePolicy(isSecure: boolean, { formAction = [] }: AllowedFormOrigins = {}): string {
  return formatPolicy({
    ...DENY_ALL,
    'script-src': "'self'",
    'style-src': "'self'",
    'font-src': "'self'",
    'img-src': `'self' data: https:${isSecure ? '' : ' http:'}`,
    'media-src': "'self' https:",
    // Frames show videos, and the owner's own pages in the preview.
    'frame-src': "'self' https:",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': ["'self'", ...formAction].join(' '),
    'frame-ancestors': "'self'",
  })
}

function formatPolicy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
}
