import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ErrorReply } from '../../../contract/core/reply-schemas.ts'
import { appendRequestId } from '../../../contract/core/user-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however much is under way: whether we live, and what nobody would send again. */
    isExemptFromShedding?: boolean
  }
}

/**
 * How many requests may be under way before the site turns more away. A page takes about 5 ms of the thread, so the last
 * accepted reader waits well under a second. `forms` are posts to pages: they carry typed text and render a page too.
 * `all` adds calls that write, which share their commits.
 */
const MAX_PENDING = { readers: 60, forms: 200, all: 1_000 }

/** For the routes that tell whoever watches how it is. */
export const EXEMPT_FROM_SHEDDING = { config: { isExemptFromShedding: true } }

/** When to come again, in seconds. */
const RETRY_AFTER = '5'

const BUSY_MESSAGE =
  'More is asked of the site right now than it can answer, and nothing was saved. Please try again in a few seconds.'
/** Nothing of ours is drawn for it: that is what there is no time for. A sentence of ours needs no escaping. */
const buildBusyPage = (sentence: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Busy for a moment</title>
<h1>Busy for a moment</h1>
<p>${sentence}</p>
</html>
`

type Dependencies = {
  createRequestId: (request: IncomingMessage) => string
  /** The headers of every reply. */
  headers: Readonly<Record<string, string>>
  logger: FastifyBaseLogger
}

/**
 * Turns requests away at once, with 503 and Retry-After, while more are under way than can be answered in time; what is
 * under way goes on (docs/decisions/0023). Kept pages are answered before this. A reader counts from the arrival of the
 * request. A write counts once its whole body is there, so that slow senders take no place. Both count until their answer
 * begins, even if the client has left, because the work goes on.
 */
export function createLoadShedding({ createRequestId, headers, logger }: Dependencies) {
  /** Requests that read or render a page, and calls that write. */
  const pendingPages = new Set<ServerResponse>()
  const pendingWrites = new Set<ServerResponse>()
  const exemptPaths = new Set<string>()
  let shedCount = 0

  /** Adds a request; returns false if too many are under way. */
  function admitRequest(group: Set<ServerResponse>, response: ServerResponse, limit: number): boolean {
    if (group.size >= limit || pendingPages.size + pendingWrites.size >= MAX_PENDING.all) removeAnswered()
    if (group.size >= limit || pendingPages.size + pendingWrites.size >= MAX_PENDING.all) return false
    group.add(response)
    return true
  }

  /** Removes answered requests. Kept pages skip the hooks that do this. */
  function removeAnswered(): void {
    for (const group of [pendingPages, pendingWrites])
      for (const response of group) if (response.writableEnded) group.delete(response)
  }

  function buildBusyReply(url: string, id: string): { type: string; body: string } {
    shedCount++
    const error = appendRequestId(BUSY_MESSAGE, id)
    return url.startsWith('/api/')
      ? { type: 'application/json; charset=utf-8', body: JSON.stringify({ error } satisfies ErrorReply) }
      : { type: 'text/html; charset=utf-8', body: buildBusyPage(error) }
  }

  return {
    /** Whether a request skips the queue: health checks and payment notices. */
    isUrgent: ({ url = '' }: IncomingMessage): boolean => exemptPaths.has(url.split('?', 1)[0] as string),

    /** Answers 503 to a GET or HEAD that exceeds the limit; returns false for every other request. */
    shedReader(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '' } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      if (admitRequest(pendingPages, response, MAX_PENDING.readers)) return false
      const id = createRequestId(request)
      const { type, body } = buildBusyReply(url, id)
      response
        .writeHead(503, {
          ...headers,
          'retry-after': RETRY_AFTER,
          'x-request-id': id,
          'content-type': type,
          'content-length': Buffer.byteLength(body),
        })
        .end(method === 'HEAD' ? undefined : body)
      logger.warn({ reqId: id }, 'a reader was turned away')
      return true
    },

    register(app: FastifyInstance): void {
      app.addHook('onRoute', ({ url, config }) => {
        if (config?.isExemptFromShedding) exemptPaths.add(url)
      })
      app.addHook('preHandler', (request, reply, done) => {
        const { method, url } = request
        // `turnAwayReader` has counted GET and HEAD.
        if (method === 'GET' || method === 'HEAD' || request.routeOptions.config.isExemptFromShedding) return done()
        const isCall = url.startsWith('/api/')
        const isAdmitted = isCall
          ? admitRequest(pendingWrites, reply.raw, MAX_PENDING.all)
          : admitRequest(pendingPages, reply.raw, MAX_PENDING.forms)
        if (isAdmitted) return done()
        const { type, body } = buildBusyReply(url, request.id)
        reply.status(503).header('retry-after', RETRY_AFTER).type(type).serializer(String).send(body)
      })
      app.addHook('onSend', (_request, { raw }, _payload, done) => {
        pendingPages.delete(raw)
        pendingWrites.delete(raw)
        done()
      })
    },

    /** How many requests were turned away since the start. */
    countShedRequests: () => shedCount,
  }
}
