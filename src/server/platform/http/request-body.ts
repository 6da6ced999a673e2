import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import type { RawBodyOptions } from '../../../contract/core/endpoint.ts'
import { isUserError, UserError } from '../../../contract/core/user-error.ts'
import { sendErrorReply } from './error-replies.ts'

const KB = 1024
const MB = 1024 * KB

/** `field` is at fault where there is too much, if that is the part of a form. */
type AcceptedRawBody = RawBodyOptions & { field?: string }

/** Hands the bodies of whatever is registered here on as they came, up to the declared size, and says what was wrong with others. */
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
    // What is left of the body is nobody's next request.
    if (isUserError(userError) && userError.status === 413) reply.header('connection', 'close')
    sendErrorReply(userError, request, reply)
  })
}

/** The input of a raw call: `bytes`, or a `stream` that fails with a `Refusal` where it is too long or breaks off. */
export function readRawBody(raw: AcceptedRawBody, body: unknown): { bytes: Buffer } | { stream: Readable } {
  if (raw.as === 'bytes') return { bytes: (body as Buffer | undefined) ?? Buffer.alloc(0) }
  const pieces = body ? limitBody(body as IncomingMessage, raw) : []
  return { stream: Readable.from(pieces, { objectMode: false }) }
}

export function formatMaxSize({ maxBytes }: { maxBytes: number }): string {
  return maxBytes < MB ? `${Math.floor(maxBytes / KB)} KB` : `${Math.floor(maxBytes / MB)} MB`
}

/** Never ends the connection itself: the refusal has to go out over it. */
async function* limitBody(body: IncomingMessage, raw: AcceptedRawBody): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      bytes += piece.length
      if (bytes > raw.maxBytes) throw createTooLargeError(raw)
      yield piece
    }
  } catch (error) {
    throw isUserError(error) ? error : new UserError(400, INCOMPLETE_REQUEST)
  } finally {
    body.resume()
  }
}

const INCOMPLETE_REQUEST = 'The request broke off before its end.'

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
  const sentence = `This file is too large: at most ${formatMaxSize(sizeLimit)} are accepted.`
  return new UserError(413, sentence, { [field]: sentence })
}

/** How much of a refused body is read, in bytes, and for how long, in ms. */
const DRAIN_LIMIT = 1024 * 1024
const DRAIN_TIMEOUT = 2_000

/**
 * Reads and drops the rest of a body that is refused. A connection that is closed with bytes unread is
 * reset, and the reset may overtake the reply: the sender would never learn what was wrong.
 */
export async function drainBody(request: IncomingMessage): Promise<void> {
  if (request.complete !== false) return
  const drainLimit = new AbortController()
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAIN_LIMIT) drainLimit.abort()
  })
  // Ends by an error where the sender has gone, which is an end too.
  await finished(request, { signal: AbortSignal.any([drainLimit.signal, AbortSignal.timeout(DRAIN_TIMEOUT)]) }).catch(
    () => undefined,
  )
}
