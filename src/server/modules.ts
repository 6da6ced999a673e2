import { redirect } from '../contract/content/kinds/redirect.ts'
import { assertContractImplemented } from './assert-contract-implemented.ts'
import { createAuditLog } from './audit-log/audit-log.ts'
import type { Config } from './config/config.ts'
import { createBusinessFacts, loadBusiness, loadPayee } from './content/business/business.ts'
import { createMediaLibrary } from './content/media/media.ts'
import { createContentService } from './content/records/records.ts'
import { createReleases, type Releases } from './content/releases/releases.ts'
import { createSiteAudit } from './content/site-audit/site-audit.ts'
import { createContentTransfer } from './content/transfer/transfer.ts'
import { createMessages } from './inbox/messages/messages.ts'
import { createSubscribers } from './inbox/subscribers/subscribers.ts'
import { createMailService, type StartupLog } from './mail/mail.ts'
import { createCounterRecount } from './operations/counter-recount/counter-recount.ts'
import { createRetention } from './operations/retention/retention.ts'
import { createUnlistedProxies } from './operations/unlisted-proxies/unlisted-proxies.ts'
import { createAccounts } from './people/accounts/accounts.ts'
import { createAuth, type PasswordHasher } from './people/auth/auth.ts'
import { createIdentityProvider } from './people/identity-provider/identity-provider.ts'
import { createPasswords } from './people/passwords/passwords.ts'
import { createSecondFactor, generateRecoveryCodes } from './people/second-factor/second-factor.ts'
import { createSessions } from './people/sessions/sessions.ts'
import { createTokenSync } from './people/token-sync/token-sync.ts'
import { createUsers, isAdmin, listAdminsToNotify, listAdminsWithoutSecondFactor } from './people/users/users.ts'
import { cachePerContentVersion } from './platform/db/content-version.ts'
import { databaseModule } from './platform/db/database-module.ts'
import type { Database } from './platform/db/open-database.ts'
import { createInProcessCall, type EndpointHandler } from './platform/http/register-api.ts'
import { visitorSession } from './platform/http/session.ts'
import { collectFromModules, type ServerModule } from './platform/module.ts'
import { createProcessMonitor } from './platform/process-monitor/process-monitor.ts'
import type { QueueTiming } from './platform/queue/queue.ts'
import { loadSharedSecret } from './platform/secrets/secrets.ts'
import { createTextCipher } from './platform/secrets/text-cipher.ts'
import { addRateLimits, createRateLimits } from './rate-limits/rate-limits.ts'
import { createGoingLive } from './sales/going-live/going-live.ts'
import { createInvoices } from './sales/invoices/invoices.ts'
import { createOrders } from './sales/orders/orders.ts'
import { createGateways, createPayPagePolicy, getMoneyMode } from './sales/payments/create-gateways.ts'
import { createPayments, type Payments, type QueryTiming } from './sales/payments/payments.ts'
import { createRehearsalCheckout } from './sales/payments/rehearsal/rehearsal-checkout.ts'
import { createIndexNow } from './site/index-now/index-now.ts'
import { pageHandlers } from './site/pages/handlers.ts'
import { createRedirectValidator } from './site/pages/redirect-validator.ts'
import type { Renderer } from './site/pages/renderer.ts'
import { createVisits } from './site/visits/visits.ts'

export type Modules = Awaited<ReturnType<typeof createModules>>

type Dependencies = {
  config: Config
  database: Database
  renderer: Renderer
  log: StartupLog
  hashing: PasswordHasher
  notificationTiming?: QueueTiming | undefined
  providerPollTiming?: QueryTiming | undefined
}

/** Creates every module on an open database, in order of dependency. Starts nothing yet. */
export async function createModules({
  config,
  database,
  renderer,
  log,
  hashing,
  notificationTiming,
  providerPollTiming,
}: Dependencies) {
  const modules: ServerModule[] = [databaseModule]
  function add<M extends ServerModule>(module: M): M {
    modules.push(module)
    return module
  }
  const { provider, origins } = config
  const [origin] = origins
  const { problem } = log
  const { hash } = hashing
  const pagePaths = renderer.pages.map(({ path }) => path)
  const sharedDependencies = {
    config,
    database,
    origin,
    problem,
    adminEmails: listAdminsToNotify,
    loadBusiness,
    findPayee: loadPayee,
  }
  const loadSecret = (purpose: string) => loadSharedSecret(database, purpose)
  const cachePerVersion = <T>(read: () => Promise<T>) => cachePerContentVersion(database.contentVersion, read)
  const timeZone = cachePerVersion(async () => (await loadBusiness(database.read)).timeZone)
  /** Filled at the end. A call looks up its handler when it runs. */
  const handlers: EndpointHandler[] = []
  const createCall = createInProcessCall(handlers)
  const visitorCall = createCall({ session: visitorSession, headers: new Headers(), replyHeaders: new Headers() })

  add(createAuditLog(sharedDependencies))
  const mail = add(createMailService({ ...sharedDependencies, log }))
  const limits = add(createRateLimits({ ...sharedDependencies, mail, secret: await loadSecret('known-device') }))

  const validators = new Map([[redirect.kind, createRedirectValidator(origin, pagePaths)]])
  const content = add(createContentService({ ...sharedDependencies, mail, validators, releases: () => releases }))
  const readListedPages = cachePerVersion(content.listPublishedPages)
  const releases: Releases = add(createReleases({ ...sharedDependencies, content, mail }))
  const media = add(createMediaLibrary(sharedDependencies))
  add(createBusinessFacts({ content }))
  add(createContentTransfer({ ...sharedDependencies, content, media }))
  const rendering = { ...renderer, contentVersion: database.contentVersion, visitorCall, origin }
  add(createSiteAudit({ ...rendering, content, releases, media }))
  const visits = add(createVisits(sharedDependencies))

  const identityPlugin =
    provider && (async () => (await import('./people/identity-provider/plugin.ts')).createIdentityProviderPlugin(provider))
  const secret = await loadSecret('auth')
  const auth = createAuth({ ...sharedDependencies, hashing, secret, generateRecoveryCodes, identityProvider: identityPlugin })
  const tokenSync = add(createTokenSync({ ...sharedDependencies, auth, log: (sentence) => problem(undefined, sentence) }))
  const sessions = add(
    createSessions({ ...sharedDependencies, auth, tokenSync, isAdmin: (email) => isAdmin(database.read, email) }),
  )
  const accounts = add(createAccounts({ ...sharedDependencies, mail, auth, sessions, limits, hash }))
  const passwords = add(createPasswords({ ...sharedDependencies, mail, accounts, sessions, hashing, limits }))
  add(createSecondFactor({ ...sharedDependencies, mail, auth, accounts, sessions, passwords }))
  add(createIdentityProvider({ ...sharedDependencies, auth, sessions }))
  const users = add(createUsers({ ...sharedDependencies, mail, sessions, hash }))

  add(createSubscribers({ ...sharedDependencies, mail, timeZone, secret: await loadSecret('subscriptions') }))
  const countMessage = (tx: Parameters<typeof visits.countInTransaction>[0]) => visits.countInTransaction(tx, 'messages')
  add(createMessages({ ...sharedDependencies, mail, countMessage, formSecret: await loadSecret('message-form') }))

  const rehearsalSecret = await loadSecret('rehearsal')
  const gateways = createGateways({ ...sharedDependencies, rehearsalSecret })
  const orders = add(
    createOrders({ ...sharedDependencies, mail, timeZone, mode: getMoneyMode(gateways.current), payments: () => payments }),
  )
  const invoices = add(createInvoices({ ...sharedDependencies, orders }))
  const countPaidOrder = (tx: Parameters<typeof visits.countInTransaction>[0]) => visits.countInTransaction(tx, 'ordersPaid')
  const timings = { timing: notificationTiming, queryTiming: providerPollTiming }
  const payments: Payments = add(
    createPayments({ ...sharedDependencies, ...timings, mail, orders, invoices, gateways, countPaidOrder }),
  )
  add(createRehearsalCheckout({ ...sharedDependencies, secret: rehearsalSecret }))
  const goingLive = add(
    createGoingLive({
      ...sharedDependencies,
      payments,
      countRecords: content.countRecords,
      adminsWithoutSecondFactor: listAdminsWithoutSecondFactor,
    }),
  )
  const { areSearchEnginesKeptOut } = goingLive

  add(createIndexNow({ ...sharedDependencies, readListedPages, areSearchEnginesKeptOut }))
  const pageDependencies = { ...rendering, callFor: createCall, readListedPages, findRecord: content.find }
  add({ name: 'site/pages', handlers: () => pageHandlers(pageDependencies) })
  const unlistedProxies = add(createUnlistedProxies(sharedDependencies))
  add(createRetention({ ...sharedDependencies, rules: collectFromModules(modules, ({ retention }) => retention) }))
  add(createCounterRecount({ ...sharedDependencies, counters: collectFromModules(modules, ({ counters }) => counters) }))
  const queues = modules.flatMap((module) => module.queues ?? [])
  add(createProcessMonitor({ ...sharedDependencies, queues }))

  const handlersWithoutLimits = modules.flatMap((module) => module.handlers?.() ?? [])
  handlers.push(...addRateLimits(handlersWithoutLimits, limits))
  assertContractImplemented({ handlers, pagePaths })

  return {
    modules,
    content,
    visits,
    media,
    users,
    sessions,
    goingLive,
    unlistedProxies,
    queues,
    handlers,
    visitorCall,
    pagePaths,
    readListedPages,
    payPagePolicy: createPayPagePolicy(gateways, origins),
    pageSealer: createTextCipher(await loadSecret('pages')),
    /** The tables with data that people entered. */
    dataTables: modules.flatMap(({ dataTables = [] }) => dataTables),
    start: () => {
      for (const { start } of modules) start?.()
    },
    /** Closes the newest module first, because it may still use the older ones. */
    close: async () => {
      for (const { close } of modules.toReversed()) await close?.()
    },
  }
}
