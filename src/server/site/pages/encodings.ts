import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Encoded = { body: Buffer; etag: string }
export type Encodings = Record<Encoding, Encoded>

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** How much time to spend on the forms, from little to much (RFC 7932, RFC 1951). */
type Effort = { brotli: number; gzip: number }

/** The three forms in a few ms. Their ETags are weak: the bytes will change, the page will not. */
export function encodeQuickly(text: string): Promise<Encodings> {
  return encode(text, { brotli: 4, gzip: 4 }, 'W/')
}

/** The three forms as small as they get, in some 50 ms of another thread. */
export function encodeWell(text: string): Promise<Encodings> {
  return encode(text, { brotli: 11, gzip: 9 }, '')
}

/** One form of a text that is sent once. */
export function encodeOnce(text: string, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  return encoding === 'br' ? brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : deflate(text, { level: 4 })
}

/** One text in the three forms a browser may ask for, each with its own ETag. */
async function encode(text: string, effort: Effort, mark: 'W/' | ''): Promise<Encodings> {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const params = { [constants.BROTLI_PARAM_QUALITY]: effort.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, gz] = await Promise.all([brotli(plain, { params }), deflate(plain, { level: effort.gzip })])
  return {
    br: { body: br, etag: `${mark}"${hash}-br"` },
    gzip: { body: gz, etag: `${mark}"${hash}-gz"` },
    identity: { body: plain, etag: `${mark}"${hash}"` },
  }
}

// A name in the list whose weight, if it has one, is not zero.
const TAKES_BROTLI = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i

/** The smallest form that the Accept-Encoding header allows (RFC 9110 section 12.5.3; a weight of 0 forbids). */
export function preferredEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  return TAKES_BROTLI.test(accepted) ? 'br' : TAKES_GZIP.test(accepted) ? 'gzip' : 'identity'
}

/** Whether If-None-Match names this ETag (weak comparison, RFC 9110 section 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => withoutMark(one.trim()) === withoutMark(etag))
}

function withoutMark(etag: string): string {
  return etag.replace(/^W\//, '')
}
