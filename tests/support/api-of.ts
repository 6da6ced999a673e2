import Fastify from 'fastify'
import { type Viewer, visitor } from '../../src/contract/viewer.ts'
import { createReplyHeaders } from '../../src/server/http/headers.ts'
import { type Handled, registerApi } from '../../src/server/http/http.ts'

/** The API of a few modules by themselves, for tests that give them parts of their own. */
export async function apiOf(handlers: readonly Handled[], viewer: Viewer = visitor) {
  const server = Fastify()
  const parts = { handlers, findSession: async () => ({ viewer }), replyHeaders: createReplyHeaders(false) }
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
