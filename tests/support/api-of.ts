import Fastify from 'fastify'
import { type Handled, registerApi } from '../../src/server/platform/http/http.ts'
import { createReplyHeaders } from '../../src/server/platform/http/reply-headers.ts'
import { noSession, type Session } from '../../src/server/platform/http/session.ts'

/** The API of a few modules by themselves, for tests that give them parts of their own. */
export async function apiOf(handlers: readonly Handled[], session: Session = noSession) {
  const server = Fastify()
  const parts = { handlers, findSession: async () => session, replyHeaders: createReplyHeaders(false) }
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
