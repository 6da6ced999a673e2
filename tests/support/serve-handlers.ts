import Fastify from 'fastify'
import { type EndpointHandler, registerApi } from '#platform/http/register-api.ts'
import { createReplyHeaders } from '#platform/http/reply-headers.ts'
import { type RequestSession, signedOutSession } from '#platform/http/request-session-types.ts'

/** Starts the API of a few modules, for tests that replace their parts. */
export async function startTestApi(handlers: readonly EndpointHandler[], session: RequestSession = signedOutSession) {
  const server = Fastify()
  const replyHeaders = createReplyHeaders(false)
  const parts = { handlers, groups: new Map(), findSession: async () => session, replyHeaders, version: '1.0.0' }
  await server.register((api) => registerApi(api, parts), { prefix: '/api' })
  await server.ready()
  return {
    async call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
      const { statusCode, body: text } = await server.inject({ method, url: `/api${path}`, ...(body && { payload: body }) })
      return { status: statusCode, text, json: <T>() => JSON.parse(text) as T }
    },
    close: () => server.close(),
  }
}
