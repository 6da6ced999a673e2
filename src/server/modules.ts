import { createAudit } from './audit/audit.ts'
import { auditHandlers } from './audit/handlers.ts'
import type { Config } from './config/config.ts'
import { createBusiness } from './content/business/business.ts'
import { businessHandlers } from './content/business/handlers.ts'
import { createDrafts } from './content/drafts/drafts.ts'
import { draftHandlers } from './content/drafts/handlers.ts'
import { mediaHandlers } from './content/media/handlers.ts'
import { createMedia } from './content/media/media.ts'
import { contentHandlers } from './content/records/handlers.ts'
import { businessIn, createContent, payeeIn } from './content/records/records.ts'
import { siteCheckHandlers } from './content/site-checks/handlers.ts'
import { createSiteChecks } from './content/site-checks/site-checks.ts'
import { transferHandlers } from './content/transfer/handlers.ts'
import { createTransfer } from './content/transfer/transfer.ts'
import { messageHandlers } from './inbox/messages/handlers.ts'
import { createMessages } from './inbox/messages/messages.ts'
import { subscriberHandlers } from './inbox/subscribers/handlers.ts'
import { createSubscribers } from './inbox/subscribers/subscribers.ts'
import { limitHandlers } from './limits/handlers.ts'
import { createLimits, withLimits } from './limits/limits.ts'
import { mailHandlers } from './mail/handlers.ts'
import { createMail, type MailLog } from './mail/mail.ts'
import { createRecount } from './operations/recount/recount.ts'
import { createRetention } from './operations/retention/retention.ts'
import { createUnlistedProxies } from './operations/unlisted-proxies/unlisted-proxies.ts'
import { createAccounts } from './people/accounts/accounts.ts'
import { accountHandlers } from './people/accounts/handlers.ts'
import { createAuth, type Hashing } from './people/auth/auth.ts'
import { identityProviderHandlers } from './people/identity-provider/handlers.ts'
import { createIdentityProvider } from './people/identity-provider/identity-provider.ts'
import { passwordHandlers } from './people/passwords/handlers.ts'
import { createPasswords } from './people/passwords/passwords.ts'
import { secondFactorHandlers } from './people/second-factor/handlers.ts'
import { createSecondFactor, newRecoveryCodes } from './people/second-factor/second-factor.ts'
import { sessionHandlers } from './people/sessions/handlers.ts'
import { createSessions } from './people/sessions/sessions.ts'
import { tokenSyncHandlers } from './people/token-sync/handlers.ts'
import { createTokenSync } from './people/token-sync/token-sync.ts'
import { userHandlers } from './people/users/handlers.ts'
import { adminsToTell, adminsWithoutSecondFactor, createUsers, isAdmin } from './people/users/users.ts'
import { cachedPerVersion } from './platform/db/content-version.ts'
import type { Database } from './platform/db/db.ts'
import { createInProcessCall } from './platform/http/http.ts'
import { noSession } from './platform/http/session.ts'
import type { Module } from './platform/module.ts'
import { createProcesses } from './platform/processes/processes.ts'
import type { QueueTiming } from './platform/queue/queue.ts'
import { createSealer } from './platform/secrets/sealer.ts'
import { sharedSecret } from './platform/secrets/secrets.ts'
import { createGoingLive } from './sales/going-live/going-live.ts'
import { goingLiveHandlers } from './sales/going-live/handlers.ts'
import { invoiceHandlers } from './sales/invoices/handlers.ts'
import { createInvoices } from './sales/invoices/invoices.ts'
import { orderHandlers } from './sales/orders/handlers.ts'
import { createOrders } from './sales/orders/orders.ts'
import { createGateways, modeOf, payPagePolicy } from './sales/payments/gateways.ts'
import { paymentHandlers } from './sales/payments/handlers.ts'
import { type AskTiming, createPayments } from './sales/payments/payments.ts'
import { createCheckout } from './sales/payments/rehearsal/checkout.ts'
import { rehearsalHandlers } from './sales/payments/rehearsal/handlers.ts'
import { createIndexNow } from './site/index-now/index-now.ts'
import { pageDataHandler, pageHandlers } from './site/pages/handlers.ts'
import type { Renderer } from './site/pages/render.ts'
import { visitHandlers } from './site/visits/handlers.ts'
import { createVisits } from './site/visits/visits.ts'
import { checkDeclarations } from './start-up-check.ts'

export type Modules = Awaited<ReturnType<typeof createModules>>

type Needs = {
  config: Config
  database: Database
  renderer: Renderer
  log: MailLog
  hashing: Hashing
  noticeTiming?: QueueTiming | undefined
  askTiming?: AskTiming | undefined
}

/** Every module of the product on an open database, each made from those above it. Nothing runs yet. */
export async function createModules({ config, database, renderer, log, hashing, noticeTiming, askTiming }: Needs) {
  const { provider, origins } = config
  const [origin] = origins
  const secretFor = (purpose: string) => sharedSecret(database, purpose)
  const pagePaths = renderer.pages.map(({ path }) => path)

  const audit = createAudit({ database })
  const mail = createMail({ database, config, log, readBusiness: businessIn })
  const content = createContent({ database, mail, origin, pagePaths })
  const readListedPages = cachedPerVersion(database.contentVersion, content.readListedPages)
  const readTimeZone = cachedPerVersion(database.contentVersion, async () => (await businessIn(database.read)).timeZone)
  const business = createBusiness({ content })
  const visits = createVisits({ database, businessIn, problem: log.problem })
  const media = createMedia({ database, problem: log.problem })
  const drafts = createDrafts({ database, content, mail, adminEmails: adminsToTell, origin, problem: log.problem })
  const transfer = createTransfer({ database, content, media })
  const limits = createLimits({
    database,
    config,
    secret: await secretFor('known-device'),
    mail,
    adminEmails: adminsToTell,
    origin,
  })

  const auth = createAuth({
    database,
    config,
    hashing,
    secret: await secretFor('auth'),
    problem: log.problem,
    newRecoveryCodes,
    identityProvider: provider && (async () => (await import('./people/identity-provider/plugin.ts')).providerPlugin(provider)),
  })
  const tokenSync = createTokenSync({ auth, config, log: (sentence) => log.problem(undefined, sentence) })
  const sessions = createSessions({
    database,
    auth,
    tokenSync,
    config,
    isAdmin: (email) => isAdmin(database.read, email),
  })
  const accounts = createAccounts({ database, mail, auth, sessions, limits, hash: hashing.hash, origin })
  const passwords = createPasswords({ database, mail, accounts, sessions, hashing, limits, origin, problem: log.problem })
  const secondFactor = createSecondFactor({ database, mail, auth, accounts, sessions, passwords, origin })
  const identityProvider = createIdentityProvider({ auth, sessions, config })
  const users = createUsers({ database, mail, sessions, hash: hashing.hash, config })

  const subscribers = createSubscribers({ database, mail, origin, secret: await secretFor('subscriptions') })
  const messages = createMessages({
    database,
    mail,
    formSecret: await secretFor('message-form'),
    adminEmails: adminsToTell,
    origin,
    countMessage: (tx) => visits.countIn(tx, 'messages'),
  })
  const gateways = createGateways({ config, origin, rehearsalSecret: await secretFor('rehearsal') })
  const orders = createOrders({
    database,
    mail,
    adminEmails: adminsToTell,
    timeZone: readTimeZone,
    origin,
    mode: modeOf(gateways.current),
  })
  const invoices = createInvoices({ database, orders, businessIn })
  const payments = createPayments({
    database,
    mail,
    orders,
    invoices,
    gateways,
    payeeIn,
    adminEmails: adminsToTell,
    countPaid: (tx) => visits.countIn(tx, 'ordersPaid'),
    problem: log.problem,
    origin,
    timing: noticeTiming,
    askTiming,
  })
  const rehearsal = createCheckout({ config, secret: await secretFor('rehearsal'), problem: log.problem })
  const goingLive = createGoingLive({
    database,
    config,
    payments,
    payeeIn,
    tallies: content.tallies,
    adminsWithoutSecondFactor,
  })
  const indexNow = createIndexNow({
    database,
    config,
    readListedPages,
    areSearchEnginesKeptOut: goingLive.areSearchEnginesKeptOut,
    problem: log.problem,
  })
  const retention = createRetention({ database, removeMailFiles: mail.removeFiles, problem: log.problem })
  const recount = createRecount({ database, problem: log.problem })
  const unlistedProxies = createUnlistedProxies({ database })
  const made: readonly Module[] = [
    mail,
    content,
    visits,
    media,
    drafts,
    audit,
    sessions,
    accounts,
    passwords,
    users,
    subscribers,
    messages,
    orders,
    invoices,
    payments,
    rehearsal,
    goingLive,
    indexNow,
    retention,
    recount,
    unlistedProxies,
  ]
  const queues = made.flatMap(({ queue, queues = [] }) => (queue ? [queue, ...queues] : queues))
  const processes = createProcesses({ database, queues, problem: log.problem })
  const all = [processes, ...made]

  const calls = withLimits(
    [
      ...contentHandlers({ content, drafts }),
      ...draftHandlers(drafts),
      ...mediaHandlers(media),
      ...transferHandlers(transfer),
      ...sessionHandlers(sessions),
      ...accountHandlers(accounts),
      ...passwordHandlers(passwords),
      ...secondFactorHandlers(secondFactor),
      ...identityProviderHandlers(identityProvider),
      ...tokenSyncHandlers(tokenSync),
      ...userHandlers(users),
      ...messageHandlers(messages),
      ...orderHandlers(orders, payments),
      ...invoiceHandlers(invoices),
      ...paymentHandlers(payments, orders),
      ...rehearsalHandlers(rehearsal),
      ...goingLiveHandlers(goingLive),
      ...mailHandlers(mail),
      ...limitHandlers(limits),
      ...subscriberHandlers(subscribers, { timeZone: readTimeZone }),
      ...auditHandlers(audit),
      ...businessHandlers(business),
      ...visitHandlers(visits),
    ],
    limits,
  )
  // What a page says of itself is found by the calls that it makes.
  const visitorCall = createInProcessCall(calls)({ session: noSession, headers: new Headers(), replyHeaders: new Headers() })
  const siteChecks = createSiteChecks({
    content,
    drafts,
    media,
    contentVersion: database.contentVersion,
    ...renderer,
    visitorCall,
    origin,
  })
  const factCalls = pageHandlers({ factsOf: renderer.factsOf, visitorCall, readListedPages, findRecord: content.find })
  const aboutPages = [...factCalls, ...siteCheckHandlers(siteChecks)]
  const data = [...calls, ...withLimits(aboutPages, limits)]
  const handlers = [...data, pageDataHandler({ loadPage: renderer.loadPage, callFor: createInProcessCall(data), origin })]
  checkDeclarations({ handlers, pagePaths })

  return {
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
    dataTables: all.flatMap(({ dataTables }) => dataTables),
    start: () => {
      for (const { start } of all) start?.()
    },
    /** The last made first: it may still hand something to those before it. */
    close: async () => {
      for (const { close } of all.toReversed()) await close?.()
    },
  }
}
