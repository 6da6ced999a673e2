import { readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { Refusal } from '../contract/grammar/refusal.ts'
import type { Config } from './config/config.ts'
import { belongsTo } from './config/ip-address.ts'
import { publicBusinessIn } from './content/business/business.ts'
import type { Modules } from './modules.ts'
import { COOKIE_PREFIX } from './people/auth/auth.ts'
import { builtFile } from './platform/built.ts'
import type { Database } from './platform/db/db.ts'
import { registerHealth } from './platform/health/health.ts'
import { type ConnectionLimits, createConnections } from './platform/http/connections.ts'
import { sendConnectionError, sendFrameworkError, sendRefusal } from './platform/http/error-replies.ts'
import { createInProcessCall, createSameOriginCheck, registerApi } from './platform/http/http.ts'
import { createLoadShedding } from './platform/http/load-shedding.ts'
import { createHostCheck } from './platform/http/one-host.ts'
import { createPeerLookup } from './platform/http/peers.ts'
import { createReplyHeaders, type ReplyHeaders } from './platform/http/reply-headers.ts'
import { drainBody } from './platform/http/request-body.ts'
import { createRequestIds, registerRequestLog } from './platform/http/request-log.ts'
import { readRequestTarget } from './platform/http/request-target.ts'
import { inLogContext } from './platform/log/log-context.ts'
import { withSecurityEvents } from './platform/log/security-events.ts'
import { registerMetrics } from './platform/metrics/metrics.ts'
import { createCanonicalAddress } from './site/pages/canonical-address.ts'
import { registerManifest } from './site/pages/manifest.ts'
import { registerMediaFiles } from './site/pages/media-files.ts'
import { createPages } from './site/pages/pages.ts'
import { createPlainPages } from './site/pages/plain-pages.ts'
import { createRedirects } from './site/pages/redirects.ts'
import type { Renderer } from './site/pages/render.ts'
import { registerShareImages } from './site/pages/share-images.ts'
import { registerSiteFiles } from './site/pages/site-files.ts'

const MAX_BODY_BYTES = 64 * 1024

/** Of this program. */
const { version: VERSION } = JSON.parse(readFileSync(builtFile('../package.json'), 'utf8')) as { version: string }

/** Input is read and replies are written by the declarations (decision 6): Fastify's own compilers are not even loaded. */
const noCompilers: FastifyServerOptions['schemaController'] = {
  compilersFactory: {
    // Typed as if there were no compiler but its own.
    buildValidator: (() => () => (value: unknown) => ({ value })) as never,
    buildSerializer: () => () => JSON.stringify,
  },
}

type Needs = {
  config: Config
  database: Database
  renderer: Renderer
  modules: Modules
  logger: FastifyBaseLogger
  connectionLimits: ConnectionLimits
}

export type BuiltServer = {
  server: FastifyInstance
  /** Everything the router answers, for the tests that must leave nothing out. */
  routes: readonly { method: string; url: string }[]
  /** Answers what was asked, then ends every connection. */
  close: () => Promise<void>
}

/** Puts everything that is answered onto one HTTP server; does not listen yet. */
export async function buildServer({
  config,
  database,
  renderer,
  modules,
  logger,
  connectionLimits,
}: Needs): Promise<BuiltServer> {
  const { content, media, visitorCall, pagePaths, readListedPages, payPagePolicy, pageSealer } = modules
  const handlers = withSecurityEvents(modules.handlers, logger)
  const { find: findSession } = modules.sessions
  const { contentVersion } = database
  const [origin] = config.origins
  const replyHeaders = createReplyHeaders(origin.startsWith('https:'))
  const { readPageChanges } = content
  const readBusiness = () => publicBusinessIn(database.read)
  const canonicalAddress = createCanonicalAddress(renderer.pages)
  const plainPages = createPlainPages({ renderer, visitorCall, contentVersion, readBusiness, readListedPages, origin })
  const pages = createPages({
    renderer,
    callFor: createInProcessCall(handlers),
    findSession,
    contentVersion,
    origin,
    cookiePrefix: COOKIE_PREFIX,
    replyHeaders,
    extraFor: payPagePolicy,
    sealer: pageSealer,
    visits: modules.visits,
    findRedirect: createRedirects({ contentVersion, readRedirects: content.readRedirects, origin, pagePaths, canonicalAddress }),
    canonicalAddress,
    plainPages,
    readListedPages,
    searchEngines: modules.goingLive,
  })
  const uploads = new Set([
    ...handlers.filter(({ endpoint }) => endpoint.upload).map(({ endpoint }) => `/api${endpoint.path}`),
    ...renderer.pages.filter(({ takesFile }) => takesFile).map(({ path }) => path),
  ])
  const peerOf = createPeerLookup(config.trustProxy)
  const requestIds = createRequestIds(config.trustProxy)
  const shedding = createLoadShedding({ requestIds, headers: replyHeaders.any, logger })
  const connections = createConnections({
    answerOtherHost: createHostCheck({
      // Without ORIGIN there are two addresses, and both serve.
      origin: config.origins.length === 1 ? origin : undefined,
      hasTrustedProxies: config.trustProxy.length > 0,
      peerOf,
      headers: replyHeaders.any,
    }),
    isUrgent: shedding.isUrgent,
    turnAway: shedding.turnAwayReader,
    serveCached: pages.serveCached,
    isUpload: (path) => uploads.has(path),
    limits: connectionLimits,
    peerOf,
    noteForwarded: modules.unlistedProxies.noteForwarded,
  })
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    schemaController: noCompilers,
    genReqId: requestIds,
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 && belongsTo(config.trustProxy),
    rewriteUrl: ({ url }) => readRequestTarget(url),
    // A page's address with too many slashes in front is refused as an address, and led to its page all the same.
    frameworkErrors: (error, request, reply) => {
      reply.headers(replyHeaders.any)
      if (!pages.redirectToCanonical(request, reply)) sendFrameworkError(error, reply)
    },
    clientErrorHandler: (error, socket) => sendConnectionError(error, socket, replyHeaders.any),
    serverFactory: connections.createServer,
  })
  const routes = collectRoutes(server)
  const checkOrigin = createSameOriginCheck(config.origins)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(replyHeaders.any)
    checkOrigin(request)
  })
  registerRequestLog(server)
  // What modules log of a request; once its body is there, because the events of a stream come in a context of their own.
  server.addHook('preValidation', ({ id }, _reply, done) => inLogContext({ reqId: id }, done))
  shedding.register(server)
  server.addHook('onError', ({ raw }) => drainBody(raw))
  server.setErrorHandler(sendRefusal)
  server.setNotFoundHandler(() => {
    throw new Refusal(404, 'There is nothing at this address.')
  })
  registerHealth(server, { database, isClosing: connections.isClosing })
  registerMetrics(server, {
    config,
    database,
    queues: modules.queues,
    cacheHits: pages.cacheHits,
    turnedAway: shedding.turnedAway,
    version: VERSION,
  })
  const indexNowKey = config.indexNow?.key
  const { areSearchEnginesKeptOut } = modules.goingLive
  registerSiteFiles(server, {
    origin,
    contentVersion,
    readPageChanges,
    readListedPages,
    plainPages,
    indexNowKey,
    areSearchEnginesKeptOut,
  })
  registerShareImages(server, { factsOf: renderer.factsOf, visitorCall, contentVersion, readBusiness, readListedPages })
  registerMediaFiles(server, media.file)
  registerManifest(server, { contentVersion, readBusiness })
  await server.register((api) => registerApi(api, { handlers, findSession, replyHeaders }), { prefix: '/api' })
  await registerBuiltFiles(server, replyHeaders)
  await server.register(pages.register)
  return {
    server,
    routes,
    close: async () => {
      await connections.close()
      await server.close()
    },
  }
}

function collectRoutes(server: FastifyInstance) {
  const routes: { method: string; url: string }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((one) => ({ method: one, url })))
  })
  return routes
}

/** The files of the build that browsers ask for: those named by their content are kept for a year. */
async function registerBuiltFiles(server: FastifyInstance, replyHeaders: ReplyHeaders): Promise<void> {
  await server.register(fastifyStatic, {
    root: builtFile('client/').pathname,
    wildcard: false,
    preCompressed: true,
    dotfiles: 'ignore',
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      if (/\.(svg|png|ico)(\.br|\.gz)?$/.test(path)) reply.headers(replyHeaders.picture)
      if (/\.svg(\.br|\.gz)?$/.test(path))
        reply.headers({ ...replyHeaders.drawing, 'content-type': 'image/svg+xml; charset=utf-8' })
    },
  })
}
