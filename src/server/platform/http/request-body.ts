import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import type { RawBody } from '../../../contract/grammar/endpoint.ts'
import { isRefusal, Refusal } from '../../../contract/grammar/refusal.ts'
import { sendRefusal } from './error-replies.ts'

const KB = 1024
const MB = 1024 * KB

/** `field` is at fault where there is too much, if that is the part of a form. */
type Accepted = RawBody & { field?: string }

/** Hands the bodies of whatever is registered here on as they came, up to the declared size, and says what was wrong with others. */
export function acceptRaw(app: FastifyInstance, raw: Accepted): void {
  const types = [...raw.types]
  app.removeAllContentTypeParsers()
  if (raw.as === 'bytes') {
    const options = { parseAs: 'buffer', bodyLimit: raw.maxBytes } as const
    app.addContentTypeParser(types, options, async (_request: unknown, body: Buffer) => body)
  } else {
    app.addContentTypeParser(types, async ({ headers }: { headers: IncomingMessage['headers'] }, body: IncomingMessage) => {
      if (Number(headers['content-length']) > raw.maxBytes) throw tooLarge(raw)
      return body
    })
  }
  app.setErrorHandler((error, request, reply) => {
    const refusal = inOurWords(error, raw)
    // What is left of the body is nobody's next request.
    if (isRefusal(refusal) && refusal.status === 413) reply.header('connection', 'close')
    sendRefusal(refusal, request, reply)
  })
}

/** The input of a raw call: `bytes`, or a `stream` that fails with a `Refusal` where it is too long or breaks off. */
export function readRaw(raw: Accepted, body: unknown): { bytes: Buffer } | { stream: Readable } {
  if (raw.as === 'bytes') return { bytes: (body as Buffer | undefined) ?? Buffer.alloc(0) }
  const pieces = body ? limited(body as IncomingMessage, raw) : []
  return { stream: Readable.from(pieces, { objectMode: false }) }
}

export function sizeOf({ maxBytes }: { maxBytes: number }): string {
  return maxBytes < MB ? `${Math.floor(maxBytes / KB)} KB` : `${Math.floor(maxBytes / MB)} MB`
}

/** Never ends the connection itself: the refusal has to go out over it. */
async function* limited(body: IncomingMessage, raw: Accepted): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      bytes += piece.length
      if (bytes > raw.maxBytes) throw tooLarge(raw)
      yield piece
    }
  } catch (error) {
    throw isRefusal(error) ? error : new Refusal(400, BROKEN_OFF)
  } finally {
    body.resume()
  }
}

const BROKEN_OFF = 'The request broke off before its end.'

function inOurWords(error: unknown, raw: Accepted): unknown {
  if (isRefusal(error)) return error
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413) return tooLarge(raw)
  if (statusCode === 415) return new Refusal(415, `The content type must be ${raw.types.join(' or ')}.`)
  return statusCode === 400 ? new Refusal(400, BROKEN_OFF) : error
}

function tooLarge(raw: Accepted): Refusal {
  if (raw.field === undefined) return new Refusal(413, `The request is too large: at most ${sizeOf(raw)} are accepted.`)
  return fileTooLarge(raw.field, raw)
}

export function fileTooLarge(field: string, most: { maxBytes: number }): Refusal {
  const sentence = `This file is too large: at most ${sizeOf(most)} are accepted.`
  return new Refusal(413, sentence, { [field]: sentence })
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
  const enough = new AbortController()
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAIN_LIMIT) enough.abort()
  })
  // Ends by an error where the sender has gone, which is an end too.
  await finished(request, { signal: AbortSignal.any([enough.signal, AbortSignal.timeout(DRAIN_TIMEOUT)]) }).catch(() => undefined)
}
