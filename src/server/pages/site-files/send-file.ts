import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encodings, isUnchanged, preferredEncoding } from '../encodings.ts'

/** A file that is not of the build: its media type, how long it may be kept, in seconds, and its three forms. */
export type SiteFile = { type: string; maxAge: number; encodings: Encodings }

/** Sends a file in the form that the asker prefers, or a 304. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { type, maxAge, encodings }: SiteFile): FastifyReply {
  const encoding = preferredEncoding(request.headers['accept-encoding'] as string | undefined)
  const { body, etag } = encodings[encoding]
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': `public, max-age=${maxAge}, must-revalidate` })
  if (isUnchanged(request.headers['if-none-match'], etag)) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(body)
}
