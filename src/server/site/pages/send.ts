import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Encoding, type Encodings, isUnchanged, preferredEncoding } from './encodings.ts'

/** Visitors' documents may be kept by anyone who asks again each time; a signed-in person's by nobody. */
type Audience = 'public' | 'private'

/** A kept document in one form for one audience: its header lines as Node writes them, and its body. */
type Ready = { body: Buffer; etag: string; unchanged: string[]; whole: string[] }

/** A document with every reply that it can be, worked out once when it is kept. */
export type SendablePage = Record<Audience, Record<Encoding, Ready>>

const CACHE_CONTROL = { public: 'public, max-age=0, must-revalidate', private: 'private, no-store' }

/** Makes all the replies of a kept document; `headers` are what every page says about itself. */
export function sendable(encodings: Encodings, headers: Readonly<Record<string, string>>): SendablePage {
  const fixed = Object.entries(headers).flat()
  const ready = (audience: Audience, encoding: Encoding): Ready => {
    const { body, etag } = encodings[encoding]
    const unchanged = [...fixed, 'content-type', 'text/html; charset=utf-8', 'cache-control', CACHE_CONTROL[audience]]
    unchanged.push('vary', 'accept-encoding, cookie', 'etag', etag)
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
    return { body, etag, unchanged, whole: [...unchanged, ...coding, 'content-length', String(body.length)] }
  }
  const forAudience = (audience: Audience) => ({
    br: ready(audience, 'br'),
    gzip: ready(audience, 'gzip'),
    identity: ready(audience, 'identity'),
  })
  return { public: forAudience('public'), private: forAudience('private') }
}

/** Sends a kept document in the form the browser prefers, or a 304. The hot path: nothing is put together here. */
export function sendPage(page: SendablePage, request: IncomingMessage, response: ServerResponse, audience: Audience): void {
  const { body, etag, unchanged, whole } =
    page[audience][preferredEncoding(request.headers['accept-encoding'] as string | undefined)]
  if (isUnchanged(request.headers['if-none-match'], etag)) {
    response.writeHead(304, unchanged).end()
    return
  }
  response.writeHead(200, whole).end(request.method === 'HEAD' ? undefined : body)
}
