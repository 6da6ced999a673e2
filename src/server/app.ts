import { createServer } from 'node:http'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { COOKIE_PREFIX, createAccounts } from './accounts/accounts.ts'
import type { Config } from './config.ts'
import { createContent } from './content/content.ts'
import { openDatabase } from './db/db.ts'
import { createInProcessCall, createSameOriginCheck, headersOf, registerApi } from './http/http.ts'
import { registerHealth } from './operations/handlers.ts'
import { builtFile } from './pages/built.ts'
import { createPages } from './pages/pages.ts'
import { loadRenderer } from './pages/render.ts'
import { checkDeclarations } from './start-up-check.ts'
import { createSubscribers } from './subscribers/subscribers.ts'

const MAX_BODY_BYTES = 64 * 1024

export type App = {
  server: FastifyInstance
  /** The one-time code for the first admin, while there is none. */
  setUpCode: string | undefined
  isSeeded: boolean
  close: () => Promise<void>
}

/** Builds the whole application on an open database; does not listen yet. */
export async function buildApp(config: Config): Promise<App> {
  const [database, renderer] = await Promise.all([openDatabase(config), loadRenderer()])
  const content = createContent(database)
  const isSeeded = await content.seed(config.seed)
  const accounts = await createAccounts(database, config)
  const handlers = [...content.handlers, ...accounts.handlers, ...createSubscribers(database).handlers]
  const { findSession } = accounts
  checkDeclarations({ handlers, pagePaths: renderer.pages.map(({ path }) => path) })

  const pages = createPages({
    renderer,
    callFor: createInProcessCall(handlers),
    findSession,
    contentVersion: database.contentVersion,
    origin: config.origins[0],
    cookiePrefix: COOKIE_PREFIX,
  })
  const server = Fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handler) =>
      createServer((request, response) => {
        if (!pages.serveKept(request, response)) handler(request, response)
      }),
  })
  server.addHook('onRequest', createSameOriginCheck(config.origins))
  registerHealth(server, database)
  await server.register(
    async (api) => {
      await api.register((scope) => registerAuth(scope, accounts.serveAuth), { prefix: '/auth' })
      await registerApi(api, { handlers, findSession })
    },
    { prefix: '/api' },
  )
  await server.register(fastifyStatic, {
    root: builtFile('client/').pathname,
    wildcard: false,
    preCompressed: true,
    dotfiles: 'ignore',
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  await server.register(pages.register)

  const setUpCode = await accounts.prepareFirstAdmin()
  return {
    server,
    setUpCode,
    isSeeded,
    close: async () => {
      await server.close()
      await database.close()
    },
  }
}

/** Hands requests to the authentication library as they come. */
async function registerAuth(scope: FastifyInstance, serve: (request: Request) => Promise<Response>): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.all('/*', async (request, reply) => {
    const { method, url } = request
    const body = method === 'GET' || method === 'HEAD' ? undefined : (request.body as BodyInit | undefined)
    const origin = `${request.protocol}://${request.host}`
    const response = await serve(new Request(origin + url, { method, headers: headersOf(request), body }))
    reply.status(response.status)
    for (const [name, value] of response.headers) reply.header(name, value)
    return reply.send(Buffer.from(await response.arrayBuffer()))
  })
}
