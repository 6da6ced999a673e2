import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createNetworkMatcher } from '../../config/ip-address.ts'

/** What a request takes longer than, in ms, is worth a line by itself. */
const SLOW_REQUEST = 1_000

/** An id that a log, a header and a person on the telephone can take. */
const ACCEPTED_ID = /^[\w-]{8,64}$/

/** What tells a request from all others: as a trusted proxy says, so that its log and ours say the same; otherwise made here. */
export function createRequestIdGenerator(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = createNetworkMatcher(trustProxy)
  // Tells this process from others; the rest is a number, which costs nothing.
  const prefix = randomBytes(5).toString('hex')
  let count = 0
  return ({ headers: { 'x-request-id': forwardedId }, socket }) => {
    if (typeof forwardedId === 'string' && ACCEPTED_ID.test(forwardedId) && isTrusted(socket.remoteAddress)) return forwardedId
    count++
    return `${prefix}-${count.toString(36)}`
  }
}

/**
 * One line for each request that failed or was slow, and for all of them where LOG_LEVEL is `info`. It names the route
 * and not the address, which may hold a code or what somebody searched for. What fails names its id in `X-Request-Id`.
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
