import type { FastifyReply, FastifyRequest } from 'fastify'
import { type EncodedBodies, negotiateEncoding, set304IfUnchanged } from './content-encoding.ts'

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
