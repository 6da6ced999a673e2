import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
export type Encoded = { body: Buffer; etag: string }
export type Encodings = Record<Encoding, Encoded>

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** One text in the three forms a browser may ask for, each with its own strong ETag. */
export async function encodeAll(text: string): Promise<Encodings> {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    deflate(plain, { level: 9 }),
  ])
  return {
    br: { body: br, etag: `"${hash}-br"` },
    gzip: { body: gz, etag: `"${hash}-gz"` },
    identity: { body: plain, etag: `"${hash}"` },
  }
}

/** The smallest form that the Accept-Encoding header allows (RFC 9110 section 12.5.3; a weight of 0 forbids). */
export function preferredEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const allows = (name: string) => new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))|,|$)`, 'i').test(accepted)
  return allows('br') ? 'br' : allows('gzip') ? 'gzip' : 'identity'
}

/** Whether If-None-Match names this ETag (weak comparison, RFC 9110 section 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
