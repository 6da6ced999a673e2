import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withRequestId } from '../../contract/refusal.ts'
import type { ErrorReply } from '../../contract/reply.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however much is under way: whether we live, and what nobody would send again. */
    isNeverTurnedAway?: boolean
  }
}

/**
 * How much may be under way before more is turned away. A page takes some 5 ms of the thread, so whoever is let in as
 * the last waits a second or two. Writes are let in for longer, because they share their commits and carry what people typed.
 */
const MOST_UNDER_WAY = { reading: 200, writing: 1_000 }

/** For the routes that tell whoever watches how it is. */
export const NEVER_TURNED_AWAY = { config: { isNeverTurnedAway: true } }

/** When to come again, in seconds. */
const RETRY_AFTER = '5'

const SENTENCE =
  'More is asked of the site right now than it can answer, and nothing was saved. Please try again in a few seconds.'
/** Nothing of ours is drawn for it: that is what there is no time for. A sentence of ours needs no escaping. */
const pageThatSays = (sentence: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Busy for a moment</title>
<h1>Busy for a moment</h1>
<p>${sentence}</p>
</html>
`

/**
 * Turns requests away at once, with 503 and Retry-After, while more are under way than can be answered in time; what is
 * under way goes on. A request counts from when all of it is there until its answer begins, so that slow senders and
 * slow readers keep nobody out. Kept pages are answered before any of this. Answers how many were turned away so far.
 */
export function shedLoad(app: FastifyInstance): () => number {
  const underWay = new Set<FastifyRequest>()
  let turnedAway = 0
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.isNeverTurnedAway) return done()
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (underWay.size < MOST_UNDER_WAY[isReading ? 'reading' : 'writing']) {
      underWay.add(request)
      return done()
    }
    turnedAway++
    reply.status(503).header('retry-after', RETRY_AFTER)
    const sentence = withRequestId(SENTENCE, request.id)
    if (request.url.startsWith('/api/')) reply.send({ error: sentence } satisfies ErrorReply)
    else reply.type('text/html; charset=utf-8').send(pageThatSays(sentence))
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    underWay.delete(request)
    done()
  })
  // A kept page goes out by itself.
  app.addHook('onResponse', (request, _reply, done) => {
    underWay.delete(request)
    done()
  })
  return () => turnedAway
}
