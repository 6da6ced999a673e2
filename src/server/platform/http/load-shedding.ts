import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '#contract/core/common-schemas.ts'
import { appendRequestId } from '#contract/core/user-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is answered under any load: health checks, and requests that the sender won't repeat. */
    isExemptFromShedding?: boolean
  }
}

/**
 * How many requests may be pending before the site rejects more. A page takes about 5 ms of the thread, so the last
 * accepted reader waits well under a second. `forms` are posts to pages: they carry typed text and render a page too.
 * `all` adds calls that write, which share their commits. Uploads and downloads also have places of their own.
 */
const MAX_PENDING = { readers: 60, forms: 200, all: 1_000 }

/** The options of routes for monitors. */
export const SHEDDING_EXEMPT_ROUTE_OPTIONS = { config: { isExemptFromShedding: true } }

/** The Retry-After of a rejected request, in seconds. */
const RETRY_AFTER = '5'

const BUSY_MESSAGE = 'The site is very busy right now, and nothing was saved. Please try again in a few seconds.'
/** Builds a static page, because there is no time to render. The sentence must not need escaping. */
const buildBusyPage = (sentence: string) => `<!doctype html>
<html lang="en-US">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Very busy right now</title>
<h1>Very busy right now</h1>
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
 * Rejects requests with 503 and Retry-After while too many are pending (docs/decisions/0023). Pending requests continue.
 * Cached pages are answered before this check. A reader counts from the arrival of the request. A write counts once its body
 * is complete, so that slow senders take no place. Both count until their reply begins, even if the client left.
 */
export function createLoadShedding({ createRequestId, headers, logger }: Dependencies) {
  /** Pending requests that render a page. `pendingWrites` are calls that write. */
  const pendingPages = new Set<ServerResponse>()
  const pendingWrites = new Set<ServerResponse>()
  const exemptPaths = new Set<string>()
  let shedCount = 0

  /** Adds a request. Returns false if too many are pending. */
  function admitRequest(group: Set<ServerResponse>, response: ServerResponse, limit: number): boolean {
    if (group.size >= limit || pendingPages.size + pendingWrites.size >= MAX_PENDING.all) removeAnswered()
    if (group.size >= limit || pendingPages.size + pendingWrites.size >= MAX_PENDING.all) return false
    group.add(response)
    return true
  }

  function admitWrite({ url }: FastifyRequest, { raw }: FastifyReply): boolean {
    return url.startsWith('/api/')
      ? admitRequest(pendingWrites, raw, MAX_PENDING.all)
      : admitRequest(pendingPages, raw, MAX_PENDING.forms)
  }

  function removeRequest({ raw }: FastifyReply): void {
    pendingPages.delete(raw)
    pendingWrites.delete(raw)
  }

  /** Removes answered requests. Cached pages skip the hooks that do this. */
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
    /** Returns whether a request skips the queue. */
    isUrgent: ({ url = '' }: IncomingMessage): boolean => exemptPaths.has(url.split('?', 1)[0] as string),

    /** Answers 503 to a GET or HEAD beyond the limit. Returns false for every other request. */
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
      logger.warn({ reqId: id }, 'rejected a read request: too many are pending')
      return true
    },

    register(app: FastifyInstance): void {
      app.addHook('onRoute', (route) => {
        if (route.config?.isExemptFromShedding) exemptPaths.add(route.url)
        const { handler } = route
        // Fastify sends no empty reply to a client that has left, and then runs no `onSend`.
        route.handler = function (request, reply) {
          const result: unknown = handler.call(this, request, reply)
          return result instanceof Promise ? result.finally(() => removeRequest(reply)) : result
        }
      })
      app.addHook('preHandler', (request, reply, done) => {
        const { method, url } = request
        // `shedReader` has counted GET and HEAD.
        if (method === 'GET' || method === 'HEAD' || request.routeOptions.config.isExemptFromShedding) return done()
        if (admitWrite(request, reply)) return done()
        const { type, body } = buildBusyReply(url, request.id)
        reply.status(503).header('retry-after', RETRY_AFTER).type(type).serializer(String).send(body)
      })
      app.addHook('onSend', (_request, reply, _payload, done) => {
        removeRequest(reply)
        done()
      })
    },

    /** Returns the number of rejected requests since the start. */
    countShedRequests: () => shedCount,
  }
}
