import { createAccounts } from './accounts/accounts.ts'
import { accountHandlers } from './accounts/handlers.ts'
import { createAudit } from './audit/audit.ts'
import { auditHandlers } from './audit/handlers.ts'
import { createAuth, type Hashing } from './auth/auth.ts'
import { createBusiness } from './business/business.ts'
import { businessHandlers } from './business/handlers.ts'
import type { Config } from './config.ts'
import { businessIn, createContent, payeeIn } from './content/content.ts'
import { contentHandlers } from './content/handlers.ts'
import { cachedPerVersion } from './db/content-version.ts'
import type { Database } from './db/db.ts'
import { createDrafts } from './drafts/drafts.ts'
import { draftHandlers } from './drafts/handlers.ts'
import { createGoingLive } from './going-live/going-live.ts'
import { goingLiveHandlers } from './going-live/handlers.ts'
import { createInProcessCall } from './http/http.ts'
import { noSession } from './http/session.ts'
import { identityProviderHandlers } from './identity-provider/handlers.ts'
import { createIdentityProvider } from './identity-provider/identity-provider.ts'
import { createIndexNow } from './index-now/index-now.ts'
import { invoiceHandlers } from './invoices/handlers.ts'
import { createInvoices } from './invoices/invoices.ts'
import { limitHandlers } from './limits/handlers.ts'
import { createLimits, withLimits } from './limits/limits.ts'
import { mailHandlers } from './mail/handlers.ts'
import { createMail, type MailLog } from './mail/mail.ts'
import { mediaHandlers } from './media/handlers.ts'
import { createMedia } from './media/media.ts'
import { messageHandlers } from './messages/handlers.ts'
import { createMessages } from './messages/messages.ts'
import type { Module } from './module.ts'
import { orderHandlers } from './orders/handlers.ts'
import { createOrders } from './orders/orders.ts'
import { pageDataHandler, pageHandlers } from './pages/handlers.ts'
import type { Renderer } from './pages/render.ts'
import { passwordHandlers } from './passwords/handlers.ts'
import { createPasswords } from './passwords/passwords.ts'
import { createGateways, modeOf, payPagePolicy } from './payments/gateways.ts'
import { paymentHandlers } from './payments/handlers.ts'
import { type AskTiming, createPayments } from './payments/payments.ts'
import { createCheckout } from './payments/rehearsal/checkout.ts'
import { rehearsalHandlers } from './payments/rehearsal/handlers.ts'
import { createProcesses } from './processes/processes.ts'
import type { QueueTiming } from './queue/queue.ts'
import { createRecount } from './recount/recount.ts'
import { createRetention } from './retention/retention.ts'
import { secondFactorHandlers } from './second-factor/handlers.ts'
import { createSecondFactor, newRecoveryCodes } from './second-factor/second-factor.ts'
import { createSealer } from './secrets/sealer.ts'
import { sharedSecret } from './secrets/secrets.ts'
import { sessionHandlers } from './sessions/handlers.ts'
import { createSessions } from './sessions/sessions.ts'
import { siteCheckHandlers } from './site-checks/handlers.ts'
import { createSiteChecks } from './site-checks/site-checks.ts'
import { checkDeclarations } from './start-up-check.ts'
import { subscriberHandlers } from './subscribers/handlers.ts'
import { createSubscribers } from './subscribers/subscribers.ts'
import { tokenSyncHandlers } from './token-sync/handlers.ts'
import { createTokenSync } from './token-sync/token-sync.ts'
import { transferHandlers } from './transfer/handlers.ts'
import { createTransfer } from './transfer/transfer.ts'
import { createUnlistedProxies } from './unlisted-proxies/unlisted-proxies.ts'
import { userHandlers } from './users/handlers.ts'
import { adminsToTell, adminsWithoutSecondFactor, createUsers, isAdmin } from './users/users.ts'
import { visitHandlers } from './visits/handlers.ts'
import { createVisits } from './visits/visits.ts'

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
    identityProvider: provider && (async () => (await import('./identity-provider/plugin.ts')).providerPlugin(provider)),
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
