import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ContentEncoding, type EncodedBodies, matchesEtag, negotiateEncoding } from './compression.ts'

/** Visitors' documents may be kept by anyone who asks again each time; a signed-in person's by nobody. */
type CacheAudience = 'public' | 'private'

/** A kept document in one form for one audience: its header lines as Node writes them, and its body. */
type PreparedResponse = { body: Buffer; etag: string; notModifiedHeaders: string[]; headers: string[] }

/** A document with every reply that it can be, worked out once when it is kept. */
export type CachedPageResponses = Record<CacheAudience, Record<ContentEncoding, PreparedResponse>>

const CACHE_CONTROL = { public: 'public, max-age=0, must-revalidate', private: 'private, no-store' }

/** Makes all the replies of a kept document; `headers` are what every page says about itself. */
export function buildCachedPageResponses(
  encodings: EncodedBodies,
  headers: Readonly<Record<string, string>>,
): CachedPageResponses {
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

/** Sends a kept document in the form the browser prefers, or a 304. The hot path: nothing is put together here. */
export function sendCachedPage(
  page: CachedPageResponses,
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
