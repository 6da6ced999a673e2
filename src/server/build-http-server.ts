import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
  type onRequestHookHandler,
} from 'fastify'
import { searchEngineSettings } from '#contract/content/kinds/search-engine-settings.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { groupsByEndpoint } from '#contract/endpoints.ts'
import { countFreeDiskBytes } from '#platform/db/free-disk-space.ts'
import type { Database } from '#platform/db/open-database.ts'
import { registerHealthChecks } from '#platform/health/health.ts'
import { createConnectionManager, type HttpConnectionLimits } from '#platform/http/connection-manager.ts'
import { createConnectionPeerFinder } from '#platform/http/direct-connection-peer.ts'
import { sendApiErrorReply, sendConnectionError, sendRouterErrorReply } from '#platform/http/error-replies.ts'
import { createHostCheck } from '#platform/http/host-check.ts'
import { createLoadShedding } from '#platform/http/load-shedding.ts'
import { drainUnreadBodies } from '#platform/http/raw-request-body.ts'
import { createInProcessCall, createSameOriginCheck, type EndpointHandler, registerApi } from '#platform/http/register-api.ts'
import { createReplyHeaders, type ReplyHeadersByKind } from '#platform/http/reply-headers.ts'
import { createRequestIdGenerator, registerRequestLog } from '#platform/http/request-log.ts'
import { createPathPatternMatcher, toUnambiguousRequestTarget } from '#platform/http/request-targets.ts'
import { createUploadAdmission } from '#platform/http/transfer-places.ts'
import { runInLogContext } from '#platform/log/log-context.ts'
import { addSecurityLogToHandlers } from '#platform/log/log-security-events.ts'
import { registerMetrics } from '#platform/metrics/metrics.ts'
import { PROGRAM_VERSION } from '#platform/program-version.ts'
import type { Config } from './config/config.ts'
import { createNetworkMatcher } from './config/ip-address.ts'
import { loadPublicBusiness } from './content/business/business.ts'
import type { Modules } from './modules.ts'
import { COOKIE_PREFIX } from './people/auth/auth.ts'
import { createCanonicalPathFinder } from './site/pages/canonical-path.ts'
import { registerBuiltFiles, registerIconRoutes, registerMediaRoutes } from './site/pages/file-routes.ts'
import { registerGeneratedTextFiles } from './site/pages/generated-files.ts'
import type { Renderer } from './site/pages/load-page-renderer.ts'
import { createTextVersionsOfPages } from './site/pages/page-text-versions.ts'
import { createPageRoutes } from './site/pages/pages.ts'
import { createRedirectFinder, listRedirectsAndOldPaths } from './site/pages/redirects.ts'
import { registerShareImageRoutes } from './site/pages/share-image-routes.ts'

const MAX_BODY_BYTES = 64 * 1024

/** Replaces Fastify's compilers, which never load: the declarations validate and serialize (decision 5). */
const fastifyWithoutCompilers: FastifyServerOptions['schemaController'] = {
  compilersFactory: {
    // Fastify's types accept only its own compiler.
    buildValidator: (() => () => (value: unknown) => ({ value })) as never,
    buildSerializer: () => () => JSON.stringify,
  },
}

type Dependencies = {
  config: Config
  database: Database
  renderer: Renderer
  modules: Modules
  logger: FastifyBaseLogger
  siteId: string
  connectionLimits: HttpConnectionLimits
}

export type BuiltHttpServer = {
  server: FastifyInstance
  /** All routes of the router, for tests that cover each of them. */
  routes: readonly { method: string; url: string }[]
  /** Completes open requests, then ends all connections. */
  close: () => Promise<void>
}

/** Puts all routes on one HTTP server. Doesn't listen yet. */
export async function buildHttpServer(dependencies: Dependencies): Promise<BuiltHttpServer> {
  const { config, modules, logger, siteId } = dependencies
  const admitUpload = createUploadAdmission(() => {
    dependencies.database.diskReserve?.refill()
    return countFreeDiskBytes(dependencies.database, config)
  })
  const handlers = addSecurityLogToHandlers(modules.handlers, logger, isAccountCall).map((one) => ({ ...one, admitUpload }))
  const replyHeaders = createReplyHeaders(config.origins[0].startsWith('https:'))
  const createRequestId = createRequestIdGenerator(config.trustProxy)
  const { pages, pageTextVersions, readBusiness } = createPages(dependencies, handlers, replyHeaders)
  const shedding = createLoadShedding({ createRequestId, headers: replyHeaders.base, logger })
  const parts: ServerParts = {
    ...dependencies,
    handlers,
    replyHeaders,
    createRequestId,
    pages,
    pageTextVersions,
    readBusiness,
    shedding,
  }
  const connections = createConnections(parts)
  const server = createFastify(parts, connections)
  const routes = collectRoutes(server)
  addHooks(server, parts)
  registerHealthChecks(server, { database: dependencies.database, isClosing: connections.isClosing, siteId })
  await registerRoutes(server, parts)
  return {
    server,
    routes,
    close: async () => {
      await connections.close()
      await server.close()
    },
  }
}

type ReadPublicBusiness = () => ReturnType<typeof loadPublicBusiness>

/** What the steps of `buildHttpServer` share. */
type ServerParts = Dependencies & {
  handlers: readonly EndpointHandler[]
  replyHeaders: ReplyHeadersByKind
  createRequestId: ReturnType<typeof createRequestIdGenerator>
  pages: ReturnType<typeof createPageRoutes>
  pageTextVersions: ReturnType<typeof createTextVersionsOfPages>
  readBusiness: ReadPublicBusiness
  shedding: ReturnType<typeof createLoadShedding>
}

function createPages(
  { config, database, renderer, modules }: Dependencies,
  handlers: readonly EndpointHandler[],
  replyHeaders: ReplyHeadersByKind,
) {
  const { content, visitorCall, pagePaths, readListedPages } = modules
  const { contentVersion } = database
  const [origin] = config.origins
  const readBusiness: ReadPublicBusiness = () => loadPublicBusiness(database.read)
  const findCanonicalPath = createCanonicalPathFinder(renderer.pages)
  const shared = { renderer, contentVersion, readListedPages, listPageChanges: content.listPageChanges, origin }
  const pageTextVersions = createTextVersionsOfPages({ ...shared, visitorCall, readBusiness })
  const pages = createPageRoutes({
    ...shared,
    callFor: createInProcessCall(handlers),
    findSession: modules.sessions.find,
    cookiePrefix: COOKIE_PREFIX,
    isSameOrigin: createSameOriginCheck(config.origins),
    replyHeaders,
    getExtraPolicy: modules.payPagePolicy,
    cipher: modules.cookieCipher,
    visits: modules.visits,
    oldPaths: modules.oldPaths,
    redirects: createRedirectFinder({
      contentVersion,
      readRedirects: () => listRedirectsAndOldPaths(content),
      readListedPages,
      origin,
      pagePaths,
      findCanonicalPath,
    }),
    findCanonicalPath,
    pageTextVersions,
    hasIdentityProvider: config.provider !== undefined,
    searchEngines: modules.searchEngineVisibility,
  })
  return { pages, pageTextVersions, readBusiness }
}

function createConnections({
  config,
  renderer,
  modules,
  connectionLimits,
  handlers,
  replyHeaders,
  pages,
  shedding,
}: ServerParts) {
  const uploads = [
    ...handlers.filter(({ endpoint }) => endpoint.upload).map(({ endpoint }) => `/api${endpoint.path}`),
    ...renderer.pages.filter(({ takesFile }) => takesFile).map(({ path }) => path),
  ]
  const getPeer = createConnectionPeerFinder(config.trustProxy)
  return createConnectionManager({
    interceptOtherHost: createHostCheck({
      // Without ORIGIN the site has two origins, and both work.
      origin: config.origins.length === 1 ? config.origins[0] : undefined,
      hasTrustedProxies: config.trustProxy.length > 0,
      getPeer,
      headers: replyHeaders.base,
    }),
    isUrgent: shedding.isUrgent,
    shedRequest: shedding.shedReader,
    serveCached: pages.serveCached,
    isUpload: createPathPatternMatcher(uploads),
    limits: connectionLimits,
    getPeer,
    recordForwarded: modules.unlistedProxies.recordForwardingPeer,
  })
}

function createFastify(
  { config, logger, replyHeaders, createRequestId, pages }: ServerParts,
  connections: ReturnType<typeof createConnections>,
): FastifyInstance {
  return Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    schemaController: fastifyWithoutCompilers,
    genReqId: createRequestId,
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 && createNetworkMatcher(config.trustProxy),
    rewriteUrl: ({ url }) => toUnambiguousRequestTarget(url),
    // Fastify rejects a page's path with extra leading slashes. Redirect it to the page.
    frameworkErrors: (error, request, reply) => {
      reply.headers(replyHeaders.base)
      if (!pages.redirectToCanonical(request, reply)) sendRouterErrorReply(error, reply)
    },
    clientErrorHandler: (error, socket) => sendConnectionError(error, socket, replyHeaders.base),
    serverFactory: connections.createServer,
  })
}

/** Adds what every request passes: headers, the origin check, logging, load shedding and error replies. */
function addHooks(server: FastifyInstance, { config, replyHeaders, shedding }: ServerParts): void {
  const isSameOrigin = createSameOriginCheck(config.origins)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(replyHeaders.base)
    if (!request.routeOptions.config.acceptsAnyOrigin && !isSameOrigin(request))
      throw new UserError(403, 'This request came from another site, so it was refused.')
  })
  registerRequestLog(server)
  // Set again after the body arrived, because stream events run in their own async context.
  const enterLogContext: onRequestHookHandler = ({ id }, _reply, done) => runInLogContext({ reqId: id }, done)
  server.addHook('onRequest', enterLogContext)
  server.addHook('preValidation', enterLogContext)
  shedding.register(server)
  drainUnreadBodies(server)
  server.setErrorHandler(sendApiErrorReply)
  server.setNotFoundHandler(() => {
    throw new UserError(404, 'There’s nothing at this address.')
  })
}

async function registerRoutes(server: FastifyInstance, parts: ServerParts): Promise<void> {
  const { config, database, renderer, modules, handlers, replyHeaders, pages, pageTextVersions, readBusiness, shedding } = parts
  const { content, media, visitorCall, readListedPages } = modules
  const { contentVersion } = database
  registerMetrics(server, {
    config,
    database,
    queues: modules.queues,
    gauges: modules.gauges,
    countCacheHits: pages.cacheHits,
    countShedRequests: shedding.countShedRequests,
    version: PROGRAM_VERSION,
  })
  registerGeneratedTextFiles(server, {
    origin: config.origins[0],
    contentVersion,
    readPageChanges: content.listPageChanges,
    readListedPages,
    readBusiness,
    pageTextVersions,
    indexNowKey: config.indexNow?.key,
    areSearchEnginesKeptOut: modules.searchEngineVisibility.areSearchEnginesKeptOut,
    readAiCrawlerPolicy: async () => (await content.list(searchEngineSettings))[0]?.values.aiCrawlers ?? '',
  })
  const { getPageMetadata } = renderer
  const { listOldRecordPaths } = content
  registerShareImageRoutes(server, {
    getPageMetadata,
    visitorCall,
    contentVersion,
    readBusiness,
    readListedPages,
    listOldRecordPaths,
    prepareShareImage: media.prepareShareImage,
    loadLogo: modules.logoRenderer.loadLogo,
  })
  registerIconRoutes(server, { readBusiness, loadIcons: modules.logoRenderer.loadIcons, replyHeaders })
  registerMediaRoutes(server, media.readFile)
  const findSession = modules.sessions.find
  await server.register(
    (api) => registerApi(api, { handlers, groups: groupsByEndpoint, findSession, replyHeaders, version: PROGRAM_VERSION }),
    {
      prefix: '/api',
    },
  )
  await registerBuiltFiles(server, replyHeaders)
  await server.register(pages.register)
}

/** Returns whether a call logs in or out, or changes passwords, second factors or sessions. */
function isAccountCall(endpoint: Endpoint): boolean {
  const group = groupsByEndpoint.get(endpoint)
  return (group === 'accounts' || group === 'better-auth') && (endpoint.method !== 'GET' || endpoint.limit !== undefined)
}

function collectRoutes(server: FastifyInstance) {
  const routes: { method: string; url: string }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((one) => ({ method: one, url })))
  })
  return routes
}
