import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ContentEncoding, type EncodedBodies, matchesEtag, negotiateEncoding } from './content-encoding.ts'

/** Shared caches may store a visitor's page if they revalidate it. No cache may store the page of a signed-in person. */
type CacheAudience = 'public' | 'private'

/** A cached page in one encoding for one audience. `headers` alternates names and values, as `writeHead` takes them. */
type PreparedResponse = { body: Buffer; etag: string; notModifiedHeaders: string[]; headers: string[] }

/** Every reply that a cached page can need, built once. */
export type PageResponseVariants = Record<CacheAudience, Record<ContentEncoding, PreparedResponse>>

const CACHE_CONTROL = { public: 'public, max-age=0, must-revalidate', private: 'private, no-store' }

/** Builds all replies of a cached page. `headers` are the headers of every page. */
export function buildPageResponseVariants(
  encodings: EncodedBodies,
  headers: Readonly<Record<string, string>>,
): PageResponseVariants {
  const headerPairs = Object.entries(headers).flat()
  const prepareResponse = (audience: CacheAudience, encoding: ContentEncoding): PreparedResponse => {
    const { body, etag } = encodings[encoding]
    const notModifiedHeaders = [
      ...headerPairs,
      'content-type',
      'text/html; charset=utf-8',
      'cache-control',
      CACHE_CONTROL[audience],
    ]
    notModifiedHeaders.push('vary', 'accept-encoding, cookie', 'etag', etag)
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
    return { body, etag, notModifiedHeaders, headers: [...notModifiedHeaders, ...coding, 'content-length', String(body.length)] }
  }
  const prepareForAudience = (audience: CacheAudience) => ({
    br: prepareResponse(audience, 'br'),
    gzip: prepareResponse(audience, 'gzip'),
    identity: prepareResponse(audience, 'identity'),
  })
  return { public: prepareForAudience('public'), private: prepareForAudience('private') }
}

/** Sends a cached page in the encoding that the browser prefers, or a 304. This is the hot path, so it builds nothing. */
export function sendCachedPage(
  page: PageResponseVariants,
  request: IncomingMessage,
  response: ServerResponse,
  audience: CacheAudience,
): void {
  const { body, etag, notModifiedHeaders, headers } =
    page[audience][negotiateEncoding(request.headers['accept-encoding'] as string | undefined)]
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, notModifiedHeaders).end()
    return
  }
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
}
