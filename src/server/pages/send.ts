import type { IncomingMessage, ServerResponse } from 'node:http'
import { isUnchanged, preferredEncoding } from './encodings.ts'
import type { CachedPage } from './page-cache.ts'

/** Visitors' documents may be kept by anyone who asks again each time; a signed-in person's by nobody. */
type Audience = 'public' | 'private'

const CACHE_CONTROL = { public: 'public, max-age=0, must-revalidate', private: 'private, no-store' }

/**
 * What every page says about itself. Pictures and videos may come from any https address that the
 * owner enters; scripts, styles and forms are ours alone.
 */
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: https: http:",
    "media-src 'self' https:",
    'frame-src https:',
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const

const fixed = Object.entries(PAGE_HEADERS).flat()

/** Sends a kept document in the form the browser prefers, or a 304. Written for the hot path: one header array, no look-ups. */
export function sendPage(
  { encodings }: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
  audience: Audience,
): void {
  const encoding = preferredEncoding(request.headers['accept-encoding'] as string | undefined)
  const { body, etag } = encodings[encoding]
  const headers: (string | number)[] = [
    ...fixed,
    'content-type',
    'text/html; charset=utf-8',
    'cache-control',
    CACHE_CONTROL[audience],
    'vary',
    'accept-encoding, cookie',
    'etag',
    etag,
  ]
  if (isUnchanged(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  headers.push('content-length', body.length)
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
}
