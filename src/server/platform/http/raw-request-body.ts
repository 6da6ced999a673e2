import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import type { RawBodyOptions } from '#contract/core/endpoint.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import { sendApiErrorReply } from './error-replies.ts'

const KB = 1024
const MB = 1024 * KB

/** Options of a raw body. `field` is the form field that gets the error if the body is too large. */
type AcceptedRawBody = RawBodyOptions & { field?: string }

/** Accepts unparsed bodies up to the declared size on these routes. Explains why it refuses others. */
export function acceptRawBody(app: FastifyInstance, raw: AcceptedRawBody): void {
  const types = [...raw.types]
  app.removeAllContentTypeParsers()
  if (raw.as === 'bytes') {
    const options = { parseAs: 'buffer', bodyLimit: raw.maxBytes } as const
    app.addContentTypeParser(types, options, async (_request: unknown, body: Buffer) => body)
  } else {
    app.addContentTypeParser(types, async ({ headers }: { headers: IncomingMessage['headers'] }, body: IncomingMessage) => {
      if (Number(headers['content-length']) > raw.maxBytes) throw createTooLargeError(raw)
      return body
    })
  }
  app.setErrorHandler((error, request, reply) => {
    const userError = translateBodyError(error, raw)
    // The rest of the body must not be read as the next request.
    if (isUserError(userError) && userError.status === 413) reply.header('connection', 'close')
    sendApiErrorReply(userError, request, reply)
  })
}

/** Returns `bytes`, or a `stream` that fails with a `UserError` if it is too long or incomplete. */
export function getRawBytesOrLimitedStream(raw: AcceptedRawBody, body: unknown): { bytes: Buffer } | { stream: Readable } {
  if (raw.as === 'bytes') return { bytes: (body as Buffer | undefined) ?? Buffer.alloc(0) }
  const chunks = body ? limitBody(body as IncomingMessage, raw) : []
  return { stream: Readable.from(chunks, { objectMode: false }) }
}

export function formatMaxSize({ maxBytes }: { maxBytes: number }): string {
  return maxBytes < MB ? `${Math.floor(maxBytes / KB)} KB` : `${Math.floor(maxBytes / MB)} MB`
}

/** Limits a body. Never closes the connection, because the error reply must go out over it. */
async function* limitBody(body: IncomingMessage, raw: AcceptedRawBody): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > raw.maxBytes) throw createTooLargeError(raw)
      yield chunk
    }
  } catch (error) {
    throw isUserError(error) ? error : new UserError(400, INCOMPLETE_REQUEST)
  } finally {
    body.resume()
  }
}

const INCOMPLETE_REQUEST = 'The request ended early.'

function translateBodyError(error: unknown, raw: AcceptedRawBody): unknown {
  if (isUserError(error)) return error
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413) return createTooLargeError(raw)
  if (statusCode === 415) return new UserError(415, `The content type must be ${raw.types.join(' or ')}.`)
  return statusCode === 400 ? new UserError(400, INCOMPLETE_REQUEST) : error
}

function createTooLargeError(raw: AcceptedRawBody): UserError {
  if (raw.field === undefined) return new UserError(413, `The request is too large: at most ${formatMaxSize(raw)} are accepted.`)
  return createFileTooLargeError(raw.field, raw)
}

export function createFileTooLargeError(field: string, sizeLimit: { maxBytes: number }): UserError {
  return new UserError(413, `This file is too large: at most ${formatMaxSize(sizeLimit)} are accepted.`, field)
}

/** How much of a refused body the server reads, in bytes, and for how long, in ms. */
export type DrainLimits = { maxBytes: number; timeout: number }
const DRAIN_LIMITS: DrainLimits = { maxBytes: MB, timeout: 2_000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    drainLimits?: DrainLimits
  }
}

/**
 * Before a reply goes out, reads and drops the rest of a body that no code has read. Closing a connection with unread bytes
 * resets it, and the reset may overtake the reply.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw, routeOptions }, reply, _payload, done) => {
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (!hasBody || raw.complete !== false) return done()
    void drainBody(raw, routeOptions.config.drainLimits ?? DRAIN_LIMITS).then(() => {
      if (!raw.complete) reply.header('connection', 'close')
      done()
    })
  })
}

async function drainBody(request: IncomingMessage, { maxBytes, timeout }: DrainLimits): Promise<void> {
  const drainLimit = new AbortController()
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) drainLimit.abort()
  })
  // Rejects if the sender is gone, which also ends the drain.
  await finished(request, { signal: AbortSignal.any([drainLimit.signal, AbortSignal.timeout(timeout)]) }).catch(() => undefined)
}
