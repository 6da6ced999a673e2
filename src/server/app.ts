import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { COOKIE_PREFIX, createAccounts, usableAdminEmails } from './accounts/accounts.ts'
import { createHashing, type Hashing } from './accounts/hashing.ts'
import { sharedSecret } from './accounts/secrets.ts'
import type { Config } from './config.ts'
import { businessIn, createContent } from './content/content.ts'
import { openDatabase } from './db/db.ts'
import { belongsTo } from './http/address.ts'
import { sendClientError } from './http/client-error.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, createConnections } from './http/connections.ts'
import { createReplyHeaders } from './http/headers.ts'
import { createInProcessCall, createSameOriginCheck, registerApi } from './http/http.ts'
import { readAway } from './http/read-away.ts'
import { sendFrameworkError, sendRefusal } from './http/replies.ts'
import { readRequestTarget } from './http/request-target.ts'
import { noSession } from './http/session.ts'
import { createIndexNow } from './index-now/index-now.ts'
import { withLimits } from './limits/limited.ts'
import { createLimits } from './limits/limits.ts'
import { createLogOutput, type LogOutput } from './log/log-output.ts'
import { createMail, type MailLog } from './mail/mail.ts'
import { createMessages } from './messages/messages.ts'
import { registerHealth } from './operations/handlers.ts'
import { builtFile } from './pages/built.ts'
import { registerManifest } from './pages/manifest.ts'
import { createMovedPages } from './pages/moved-pages.ts'
import { pageFactsHandler } from './pages/page-facts.ts'
import { createPages } from './pages/pages.ts'
import { loadRenderer } from './pages/render.ts'
import { registerShareImages } from './pages/share-images.ts'
import { registerSiteFiles } from './pages/site-files/site-files.ts'
import { checkDeclarations } from './start-up-check.ts'
import { createSubscribers } from './subscribers/subscribers.ts'

const MAX_BODY_BYTES = 64 * 1024

export type App = {
  server: FastifyInstance
  /** The one-time code for the first admin, while there is none. */
  setUpCode: string | undefined
  /** The link with it, or where that is kept: what may be printed. */
  setUpLink: string | undefined
  isSeeded: boolean
  /** Everything the router answers, for the tests that must leave nothing out. */
  routes: readonly { method: string; url: string }[]
  close: () => Promise<void>
}

/** What only `serve.ts` and tests decide. */
export type AppOptions = { output?: LogOutput; connectionLimits?: ConnectionLimits; hashing?: Hashing }

/** Builds the whole application on an open database; does not listen yet. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const { output = createLogOutput(1), connectionLimits = CONNECTION_LIMITS, hashing = createHashing() } = options
  const [database, renderer] = await Promise.all([openDatabase(config), loadRenderer()])
  const log: MailLog = {
    line: (text) => config.logLevel !== 'fatal' && output.write(`${text}\n`),
    problem: (err, sentence) => server.log.error({ err }, sentence),
  }
  const mail = createMail({ database, config, log, businessIn })
  const pagePaths = renderer.pages.filter(({ isBuilt }) => isBuilt).map(({ path }) => path)
  const content = createContent({ database, mail, origin: config.origins[0], pagePaths })
  const isSeeded = await content.seed(config.seed)
  const indexNow = createIndexNow({ database, config, problem: log.problem })
  const limits = createLimits(database, config, await sharedSecret(database, 'known-device'))
  const accounts = await createAccounts({ database, config, mail, limits, log, hashing })
  const subscribers = createSubscribers({
    database,
    mail,
    origin: config.origins[0],
    secret: await sharedSecret(database, 'subscriptions'),
  })
  const messages = createMessages({
    database,
    mail,
    formSecret: await sharedSecret(database, 'message-form'),
    adminEmails: usableAdminEmails,
    origin: config.origins[0],
  })
  const pageFacts = pageFactsHandler(renderer.factsOf, () => visitorCall)
  const handlers = withLimits(
    [...content.handlers, ...accounts.handlers, ...messages.handlers, ...mail.handlers, ...subscribers.handlers, pageFacts],
    limits,
  )
  const callFor = createInProcessCall(handlers)
  const visitorCall = callFor({ session: noSession, headers: new Headers(), replyHeaders: new Headers() })
  const { findSession } = accounts
  checkDeclarations({ handlers, pagePaths: renderer.pages.map(({ path }) => path) })

  const origin = config.origins[0]
  const replyHeaders = createReplyHeaders(origin.startsWith('https:'))
  const pages = createPages({
    renderer,
    callFor,
    findSession,
    contentVersion: database.contentVersion,
    origin,
    cookiePrefix: COOKIE_PREFIX,
    replyHeaders,
    findMoved: createMovedPages({
      contentVersion: database.contentVersion,
      readRedirects: content.readRedirects,
      origin,
      pagePaths,
    }),
  })
  const connections = createConnections(pages.serveKept, connectionLimits)
  const server = Fastify({
    logger: { level: config.logLevel, stream: output },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: config.trustProxy.length > 0 && belongsTo(config.trustProxy),
    rewriteUrl: ({ url }) => readRequestTarget(url),
    frameworkErrors: (error, _request, reply) => sendFrameworkError(error, reply.headers(replyHeaders.any)),
    clientErrorHandler: (error, socket) => sendClientError(error, socket, replyHeaders.any),
    serverFactory: connections.createServer,
  })
  const routes: { method: string; url: string }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((one) => ({ method: one, url })))
  })
  const checkOrigin = createSameOriginCheck(config.origins)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(replyHeaders.any)
    checkOrigin(request)
  })
  server.addHook('onError', ({ raw }) => readAway(raw))
  server.setErrorHandler(sendRefusal)
  server.setNotFoundHandler(() => {
    throw new Refusal(404, 'There is nothing at this address.')
  })
  registerHealth(server, database)
  registerSiteFiles(server, {
    origin,
    contentVersion: database.contentVersion,
    readPageChanges: content.readPageChanges,
    indexNowKey: config.indexNow?.key,
  })
  registerShareImages(server, {
    factsOf: renderer.factsOf,
    visitorCall,
    contentVersion: database.contentVersion,
    readBusiness: content.readBusiness,
  })
  registerManifest(server, { contentVersion: database.contentVersion, readBusiness: content.readBusiness })
  await server.register((api) => registerApi(api, { handlers, findSession, replyHeaders }), { prefix: '/api' })
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
      if (/\.svg(\.br|\.gz)?$/.test(path)) reply.headers(replyHeaders.drawing)
    },
  })
  await server.register(pages.register)

  const setUp = await accounts.prepareFirstAdmin()
  mail.start()
  accounts.start()
  indexNow.start()
  return {
    server,
    setUpCode: setUp?.code,
    setUpLink: setUp?.link,
    isSeeded,
    routes,
    // The database last: everything before it may still have something to write down.
    close: async () => {
      await connections.close()
      await server.close()
      await accounts.close()
      await mail.close()
      await indexNow.close()
      await database.close()
    },
  }
}
