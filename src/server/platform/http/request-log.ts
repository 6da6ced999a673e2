import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createNetworkMatcher } from '../../config/ip-address.ts'

/** How long a request may take before it gets a log line, in ms. */
const SLOW_REQUEST = 1_000

/** An id that fits in a log and a header, and that people can read out on the phone. */
const ACCEPTED_ID = /^[\w-]{8,64}$/

/** Returns request ids. Uses a trusted proxy's id, so that both logs agree. Otherwise creates one. */
export function createRequestIdGenerator(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = createNetworkMatcher(trustProxy)
  // The prefix tells processes apart. The rest is a cheap counter.
  const prefix = randomBytes(5).toString('hex')
  let count = 0
  return ({ headers: { 'x-request-id': forwardedId }, socket }) => {
    if (typeof forwardedId === 'string' && ACCEPTED_ID.test(forwardedId) && isTrusted(socket.remoteAddress)) return forwardedId
    count++
    return `${prefix}-${count.toString(36)}`
  }
}

/**
 * Logs each failed or slow request, and all requests if LOG_LEVEL is `info`. A line names the route, because the URL may
 * hold a code or search terms. Replies to failed requests carry the id in `X-Request-Id`.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 500) reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 500) request.log.error(buildLogFields(request, reply), 'a request failed')
    else if (reply.elapsedTime > SLOW_REQUEST) request.log.warn(buildLogFields(request, reply), 'a request was slow')
    else request.log.info(buildLogFields(request, reply), 'a request')
    done()
  })
}

function buildLogFields({ method, routeOptions }: FastifyRequest, reply: FastifyReply) {
  const bytes = Number(reply.getHeader('content-length') ?? 0)
  return { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime), bytes }
}
