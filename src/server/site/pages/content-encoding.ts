import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type ContentEncoding = 'br' | 'gzip' | 'identity'
type EncodedBody = { body: Buffer; etag: string }
export type EncodedBodies = Record<ContentEncoding, EncodedBody>

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Compression levels from fast to small (RFC 7932, RFC 1951). */
type CompressionLevels = { brotli: number; gzip: number }

/** Takes a few ms. The ETags are weak, because the bytes change later but the page doesn't. */
export function compressFast(text: string): Promise<EncodedBodies> {
  return compress(text, { brotli: 4, gzip: 4 }, 'W/')
}

/** Compresses as small as possible. Takes about 50 ms on another thread. */
export function compressBest(text: string): Promise<EncodedBodies> {
  return compress(text, { brotli: 11, gzip: 9 }, '')
}

/** Compresses a text that the server sends only once. */
export function compressForOneReply(text: string, encoding: Exclude<ContentEncoding, 'identity'>): Promise<Buffer> {
  return encoding === 'br'
    ? brotliAsync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : gzipAsync(text, { level: 4 })
}

async function compress(text: string, levels: CompressionLevels, etagPrefix: 'W/' | ''): Promise<EncodedBodies> {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const params = { [constants.BROTLI_PARAM_QUALITY]: levels.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, gz] = await Promise.all([brotliAsync(plain, { params }), gzipAsync(plain, { level: levels.gzip })])
  return {
    br: { body: br, etag: `${etagPrefix}"${hash}-br"` },
    gzip: { body: gz, etag: `${etagPrefix}"${hash}-gz"` },
    identity: { body: plain, etag: `${etagPrefix}"${hash}"` },
  }
}

// Matches the name in the list, unless its weight is zero.
const ACCEPTS_BROTLI = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i
const ACCEPTS_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i

/** Returns the smallest encoding that the Accept-Encoding header allows (RFC 9110, section 12.5.3). A weight of 0 forbids one. */
export function negotiateEncoding(acceptEncoding: string | undefined): ContentEncoding {
  if (!acceptEncoding) return 'identity'
  return ACCEPTS_BROTLI.test(acceptEncoding) ? 'br' : ACCEPTS_GZIP.test(acceptEncoding) ? 'gzip' : 'identity'
}

/** Returns whether If-None-Match names this ETag (weak comparison, RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return (
    ifNoneMatch === '*' || ifNoneMatch.split(',').some((candidate) => stripWeakPrefix(candidate.trim()) === stripWeakPrefix(etag))
  )
}

/** Sets the status 304 and returns true if the client already has this version. */
export function set304IfUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  const isUnchanged = matchesEtag(request.headers['if-none-match'], etag)
  if (isUnchanged) reply.status(304)
  return isUnchanged
}

function stripWeakPrefix(etag: string): string {
  return etag.replace(/^W\//, '')
}

/** A file that the server generates. `maxAge` is in seconds. */
type TextFile = { type: string; maxAge: number; encodings: EncodedBodies }

/** Sets the headers of a file in the client's preferred encoding, or of a 304. Returns the body. */
export function replyWithTextFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, maxAge, encodings }: TextFile,
): Buffer | undefined {
  const encoding = negotiateEncoding(request.headers['accept-encoding'] as string | undefined)
  const { body, etag } = encodings[encoding]
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': `public, max-age=${maxAge}, must-revalidate` })
  if (set304IfUnchanged(request, reply, etag)) return undefined
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.type(type)
  return body
}
