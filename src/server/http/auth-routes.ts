import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Limit, type LimitName, limits } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { emailIn, type Limits, type Outcome } from '../limits/limits.ts'
import { headersOf } from './client-address.ts'
import { isOwnAddress } from './own-address.ts'
import { isPlainInput } from './read-input.ts'
import { sendRefusal } from './replies.ts'
import type { FindSession } from './session.ts'

type Route = { method: 'GET' | 'POST'; path: string; limit?: LimitName }

type Parts = {
  routes: readonly Route[]
  serve: (request: Request) => Promise<Response>
  guard: Limits['guard']
  findSession: FindSession
  origins: readonly string[]
}

/** The sign-ins that begin at another site. All others return to ours, whatever the library makes of a `callbackURL`. */
const LEADS_AWAY = new Set(['/sign-in/social', '/link-social'])

/**
 * Hands the paths of the authentication library on to it, one route each. Bodies are JSON, so that what
 * the limits count is what the library reads; the address is ours, whatever Host the client sent.
 */
export async function registerAuth(scope: FastifyInstance, { routes, serve, guard, findSession, origins }: Parts): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  scope.setErrorHandler(sendRefusal)
  for (const { method, path, limit } of routes) {
    scope.route({
      method,
      url: path,
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: async (request: FastifyRequest, reply) => {
        const headers = headersOf(request)
        const text = typeof request.body === 'string' ? request.body : undefined
        const body = parsed(text)
        const visitor = { headers, replyHeaders: new Headers() }
        const work = () => serve(new Request(origins[0] + request.url, { method, headers, body: text }))
        const answer = async () => {
          if (!limit) return work()
          const { account }: Limit = limits[limit]
          const session = account?.by === 'session' ? await findSession(headers) : undefined
          return guard(limit, session?.userId ?? emailIn(body), visitor, work, outcomeOf)
        }
        const response = await answer().finally(() => {
          for (const [name, value] of visitor.replyHeaders) reply.header(name, value)
        })
        const location = response.headers.get('location')
        if (location !== null && !LEADS_AWAY.has(path) && !isOwnAddress(location, origins))
          throw new Refusal(400, 'This link leads to another site.')
        for (const [name, value] of response.headers) if (name !== 'cache-control') reply.header(name, value)
        reply.status(response.status)
        return reply.send(Buffer.from(await response.arrayBuffer()))
      },
    })
  }
}

function outcomeOf({ ok, status }: Response): Outcome {
  if (ok) return 'success'
  return status === 503 ? 'undone' : 'failure'
}

/** Undefined where it is no JSON: the library says so itself. */
function parsed(text: string | undefined): unknown {
  let body: unknown
  try {
    body = JSON.parse(text ?? '')
  } catch {
    return undefined
  }
  if (isPlainInput(body)) return body
  throw new Refusal(400, 'The request holds a character that cannot be stored, or is nested too deeply.')
}
