import { createAudit } from './audit/audit.ts'
import type { Config } from './config/config.ts'
import { businessIn, createBusiness, payeeIn } from './content/business/business.ts'
import { createMedia } from './content/media/media.ts'
import { createContent } from './content/records/records.ts'
import { createReleases, type Releases } from './content/releases/releases.ts'
import { createSiteChecks } from './content/site-checks/site-checks.ts'
import { createTransfer } from './content/transfer/transfer.ts'
import { createMessages } from './inbox/messages/messages.ts'
import { createSubscribers } from './inbox/subscribers/subscribers.ts'
import { createLimits, withLimits } from './limits/limits.ts'
import { createMail, type MailLog } from './mail/mail.ts'
import { createRecount } from './operations/recount/recount.ts'
import { createRetention } from './operations/retention/retention.ts'
import { createUnlistedProxies } from './operations/unlisted-proxies/unlisted-proxies.ts'
import { createAccounts } from './people/accounts/accounts.ts'
import { createAuth, type Hashing } from './people/auth/auth.ts'
import { createIdentityProvider } from './people/identity-provider/identity-provider.ts'
import { createPasswords } from './people/passwords/passwords.ts'
import { createSecondFactor, newRecoveryCodes } from './people/second-factor/second-factor.ts'
import { createSessions } from './people/sessions/sessions.ts'
import { createTokenSync } from './people/token-sync/token-sync.ts'
import { adminsToTell, adminsWithoutSecondFactor, createUsers, isAdmin } from './people/users/users.ts'
import { cachedPerVersion } from './platform/db/content-version.ts'
import { databaseModule } from './platform/db/database-module.ts'
import type { Database } from './platform/db/db.ts'
import { createInProcessCall, type Handled } from './platform/http/http.ts'
import { noSession } from './platform/http/session.ts'
import { collect, type Module } from './platform/module.ts'
import { createProcesses } from './platform/processes/processes.ts'
import type { QueueTiming } from './platform/queue/queue.ts'
import { createSealer } from './platform/secrets/sealer.ts'
import { sharedSecret } from './platform/secrets/secrets.ts'
import { createGoingLive } from './sales/going-live/going-live.ts'
import { createInvoices } from './sales/invoices/invoices.ts'
import { createOrders } from './sales/orders/orders.ts'
import { createGateways, modeOf, payPagePolicy } from './sales/payments/gateways.ts'
import { type AskTiming, createPayments, type Payments } from './sales/payments/payments.ts'
import { createCheckout } from './sales/payments/rehearsal/checkout.ts'
import { createIndexNow } from './site/index-now/index-now.ts'
import { pageHandlers } from './site/pages/handlers.ts'
import type { Renderer } from './site/pages/render.ts'
import { createVisits } from './site/visits/visits.ts'
import { checkDeclarations } from './start-up-check.ts'

export type Modules = Awaited<ReturnType<typeof createModules>>

type Parts = {
  config: Config
  database: Database
  renderer: Renderer
  log: MailLog
  hashing: Hashing
  noticeTiming?: QueueTiming | undefined
  askTiming?: AskTiming | undefined
}

/** Creates every module on an open database, each after those it uses, and collects what they provide. Nothing runs yet. */
export async function createModules({ config, database, renderer, log, hashing, noticeTiming, askTiming }: Parts) {
  const modules: Module[] = [databaseModule]
  function add<M extends Module>(module: M): M {
    modules.push(module)
    return module
  }
  const { provider, origins } = config
  const [origin] = origins
  const { problem } = log
  const { hash } = hashing
  const pagePaths = renderer.pages.map(({ path }) => path)
  const base = { config, database, origin, problem, adminEmails: adminsToTell, businessIn, payeeIn }
  const secretFor = (purpose: string) => sharedSecret(database, purpose)
  const perVersion = <T>(read: () => Promise<T>) => cachedPerVersion(database.contentVersion, read)
  const timeZone = perVersion(async () => (await businessIn(database.read)).timeZone)
  /** Filled below; calls look a handler up when they are made. */
  const handlers: Handled[] = []
  const callFor = createInProcessCall(handlers)
  const visitorCall = callFor({ session: noSession, headers: new Headers(), replyHeaders: new Headers() })

  add(createAudit(base))
  const mail = add(createMail({ ...base, log, readBusiness: businessIn }))
  const limits = add(createLimits({ ...base, mail, secret: await secretFor('known-device') }))

  const content = add(createContent({ ...base, mail, pagePaths, releases: () => releases }))
  const readListedPages = perVersion(content.readListedPages)
  const releases: Releases = add(createReleases({ ...base, content, mail }))
  const media = add(createMedia(base))
  add(createBusiness({ content }))
  add(createTransfer({ ...base, content, media }))
  const rendering = { ...renderer, contentVersion: database.contentVersion, visitorCall, origin }
  add(createSiteChecks({ ...rendering, content, releases, media }))
  const visits = add(createVisits(base))

  const identityPlugin = provider && (async () => (await import('./people/identity-provider/plugin.ts')).providerPlugin(provider))
  const secret = await secretFor('auth')
  const auth = createAuth({ ...base, hashing, secret, newRecoveryCodes, identityProvider: identityPlugin })
  const tokenSync = add(createTokenSync({ ...base, auth, log: (sentence) => problem(undefined, sentence) }))
  const sessions = add(createSessions({ ...base, auth, tokenSync, isAdmin: (email) => isAdmin(database.read, email) }))
  const accounts = add(createAccounts({ ...base, mail, auth, sessions, limits, hash }))
  const passwords = add(createPasswords({ ...base, mail, accounts, sessions, hashing, limits }))
  add(createSecondFactor({ ...base, mail, auth, accounts, sessions, passwords }))
  add(createIdentityProvider({ ...base, auth, sessions }))
  const users = add(createUsers({ ...base, mail, sessions, hash }))

  add(createSubscribers({ ...base, mail, timeZone, secret: await secretFor('subscriptions') }))
  const countMessage = (tx: Parameters<typeof visits.countIn>[0]) => visits.countIn(tx, 'messages')
  add(createMessages({ ...base, mail, countMessage, formSecret: await secretFor('message-form') }))

  const rehearsalSecret = await secretFor('rehearsal')
  const gateways = createGateways({ ...base, rehearsalSecret })
  const orders = add(createOrders({ ...base, mail, timeZone, mode: modeOf(gateways.current), payments: () => payments }))
  const invoices = add(createInvoices({ ...base, orders }))
  const countPaid = (tx: Parameters<typeof visits.countIn>[0]) => visits.countIn(tx, 'ordersPaid')
  const timings = { timing: noticeTiming, askTiming }
  const payments: Payments = add(createPayments({ ...base, ...timings, mail, orders, invoices, gateways, countPaid }))
  add(createCheckout({ ...base, secret: rehearsalSecret }))
  const goingLive = add(createGoingLive({ ...base, payments, tallies: content.tallies, adminsWithoutSecondFactor }))
  const { areSearchEnginesKeptOut } = goingLive

  add(createIndexNow({ ...base, readListedPages, areSearchEnginesKeptOut }))
  const pageParts = { ...rendering, callFor, readListedPages, findRecord: content.find }
  add({ name: 'site/pages', handlers: () => pageHandlers(pageParts) })
  const unlistedProxies = add(createUnlistedProxies(base))
  add(createRetention({ ...base, rules: collect(modules, ({ retention }) => retention) }))
  add(createRecount({ ...base, counters: collect(modules, ({ counters }) => counters) }))
  const queues = modules.flatMap((module) => module.queues ?? [])
  add(createProcesses({ ...base, queues }))

  const unlimited = modules.flatMap((module) => module.handlers?.() ?? [])
  handlers.push(...withLimits(unlimited, limits))
  checkDeclarations({ handlers, pagePaths })

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
    payPagePolicy: payPagePolicy(gateways, origins),
    pageSealer: createSealer(await secretFor('pages')),
    /** The tables of all modules that hold what people entered. */
    dataTables: modules.flatMap(({ dataTables = [] }) => dataTables),
    start: () => {
      for (const { start } of modules) start?.()
    },
    /** The last made first: it may still hand something to those before it. */
    close: async () => {
      for (const { close } of modules.toReversed()) await close?.()
    },
  }
}
