import { redirect } from '#contract/content/kinds/redirect.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { platformTablesModule } from '#platform/db/platform-tables-module.ts'
import type { EndpointHandler } from '#platform/http/register-api.ts'
import type { ModuleLog } from '#platform/log/module-log-types.ts'
import { collectFromModules, type ServerModule } from '#platform/module.ts'
import { createProcessFailoverModule } from '#platform/process-failover/process-failover.ts'
import type { QueueTiming } from '#platform/queue/queue.ts'
import { createCookieCipher } from '#platform/secrets/cookie-cipher.ts'
import { addDiskReserveToHandlers } from './add-disk-reserve-to-handlers.ts'
import { assertContractImplemented } from './assert-contract-implemented.ts'
import { assertPersonalDataDeclared } from './assert-personal-data-declared.ts'
import { createAuditLogModule } from './audit-log/audit-log.ts'
import type { Config } from './config/config.ts'
import { createBusinessFactsModule } from './content/business/business.ts'
import { createMediaModule, type MediaModule } from './content/media/media.ts'
import { createRecordCallsModule } from './content/record-calls/record-calls.ts'
import { type ContentModule, createContentModule } from './content/records/records.ts'
import { createReleasesModule } from './content/releases/releases.ts'
import { createSiteAuditModule } from './content/site-audit/site-audit.ts'
import { createContentTransferModule } from './content/transfer/transfer.ts'
import { createSharedDependencies, type SharedDependencies } from './create-shared-dependencies.ts'
import { createMessagesModule, type MessagesModule } from './inbox/messages/messages.ts'
import { createSubscribersModule, type SubscribersModule } from './inbox/subscribers/subscribers.ts'
import { createMailModule, type InvoiceAttachment } from './mail/mail.ts'
import { createCounterRecountModule } from './operations/counter-recount/counter-recount.ts'
import { createCustomerDataModule } from './operations/customer-data/customer-data.ts'
import { createRetentionModule } from './operations/retention/retention.ts'
import { createUnlistedProxiesModule } from './operations/unlisted-proxies/unlisted-proxies.ts'
import { createAccountsModule } from './people/accounts/accounts.ts'
import { createAuth, type PasswordHasher } from './people/auth/auth.ts'
import { createEmailChangeModule } from './people/email-change/email-change.ts'
import { createIdentityProviderModule } from './people/identity-provider/identity-provider.ts'
import { createPasswordsModule } from './people/passwords/passwords.ts'
import { createSecondFactorModule, generateRecoveryCodes } from './people/second-factor/second-factor.ts'
import { createSessionsModule } from './people/sessions/sessions.ts'
import { createTokenSyncModule } from './people/token-sync/token-sync.ts'
import { createUsersModule, hasAdminRole } from './people/users/users.ts'
import {
  addRateLimitsToHandlers,
  createRateLimitsModule,
  type RateLimitedCaller,
  type RateLimits,
} from './rate-limits/rate-limits.ts'
import { createCustomersModule } from './sales/customers/customers.ts'
import {
  createInvoicesModule,
  createSalesDocumentFiles,
  type RenderSalesDocument,
  type SalesDocumentFiles,
} from './sales/invoices/invoices.ts'
import { createLaunchChecklistModule } from './sales/launch-checklist/launch-checklist.ts'
import { createOrdersModule, type OrdersModule } from './sales/orders/orders.ts'
import { createGateways, createPayPageFormActionPolicy, getPaymentMode } from './sales/payments/gateways.ts'
import {
  createPaymentsModule,
  listOpenReviewFlagKinds,
  type PaymentQueryTiming,
  type PaymentsModule,
  sumReceiptsAndRefundsByMonth,
} from './sales/payments/payments.ts'
import { createRehearsalCheckoutModule } from './sales/payments/rehearsal/rehearsal-checkout.ts'
import { createQuotesModule } from './sales/quotes/quotes.ts'
import { createIndexNowModule } from './site/index-now/index-now.ts'
import { createOldPathsModule } from './site/old-paths/old-paths.ts'
import type { Renderer } from './site/pages/load-page-renderer.ts'
import { createLogoRenderer } from './site/pages/logo/logo-renderer.ts'
import { createPageDataHandlers } from './site/pages/page-data.ts'
import { createRedirectFollower, createRedirectSaveValidator } from './site/pages/redirect-chain.ts'
import {
  createSearchEngineVisibilityModule,
  type SearchEngineVisibilityModule,
} from './site/search-engine-visibility/search-engine-visibility.ts'
import { createVisitsModule } from './site/visits/visits.ts'
import { createAccessModule } from './work/access/access.ts'
import { createBriefsModule, loadBriefState } from './work/briefs/briefs.ts'
import { createConversationModule } from './work/conversation/conversation.ts'
import { createFilesModule } from './work/files/files.ts'
import {
  createOrderWorkModule,
  findContactName,
  followOrderChange,
  listPackageParts,
  loadMonthEnds,
  loadWorkSummaries,
} from './work/order-work/order-work.ts'
import { choiceQuestions, createRemindersModule } from './work/reminders/reminders.ts'

export type Modules = Awaited<ReturnType<typeof createModules>>

/** Options of the sales area that only tests set. */
export type SalesOverrides = {
  /** How often payment notices are verified. */
  notificationTiming?: QueueTiming
  /** How often the server polls a provider for an order's payments. */
  providerPollTiming?: PaymentQueryTiming
  /** By default, renders in a child process. Most tests render in the test process, which takes a tenth of the time. */
  renderSalesDocument?: RenderSalesDocument
}

type Dependencies = {
  config: Config
  database: Database
  renderer: Renderer
  log: ModuleLog
  hashing: PasswordHasher
  salesOverrides?: SalesOverrides
}

/** Creates every module on an open database, in order of dependency. Starts nothing yet. */
export async function createModules({ log, hashing, salesOverrides = {}, ...dependencies }: Dependencies) {
  const modules: ServerModule[] = [platformTablesModule]
  /** Filled at the end. A call looks up its handler when it runs. */
  const handlers: EndpointHandler[] = []
  const parts = createSharedDependencies({ ...dependencies, problem: log.problem }, modules, handlers)
  const { add, shared, rendering, loadSecret, pagePaths, timeZone, createCall, visitorCall } = parts

  add(createAuditLogModule({ ...shared, timeZone }))
  const media = add(createMediaModule(shared))
  const logoRenderer = createLogoRenderer({ ...shared, readFile: media.readFile })
  const { loadLogo } = logoRenderer
  const { renderSalesDocument } = salesOverrides
  const documentFiles = createSalesDocumentFiles({ ...shared, loadLogo, renderSalesDocument })
  const loadAttachment = ({ invoiceOfOrder }: InvoiceAttachment) => documentFiles.loadInvoiceFile(invoiceOfOrder)
  const mail = add(createMailModule({ ...shared, log, loadAttachment, loadLogo, findContactName }))
  const limits = add(createRateLimitsModule({ ...shared, mail, secret: await loadSecret('known-device') }))
  const { content, transfer, siteAudit, readListedPages } = createContentModules(parts, { mail, media })
  const visits = add(createVisitsModule(shared))
  const searchEngineVisibility = add(
    createSearchEngineVisibilityModule({ ...shared, countRecordsAndSamplesByKind: content.countRecordsAndSamplesByKind }),
  )
  const { sessions, users } = await createPeopleModules(parts, { mail, limits, hashing, modules })
  const subscribers = add(createSubscribersModule({ ...shared, mail, timeZone, secret: await loadSecret('subscriptions') }))
  const reserveAcknowledgment = (email: string, visitor: RateLimitedCaller) => limits.tryAttempt('acknowledgment', email, visitor)
  const formSecret = await loadSecret('message-form')
  const messages = add(createMessagesModule({ ...shared, mail, reserveAcknowledgment, formSecret }))
  const inbox = { subscribers, messages }
  const salesParts = { mail, content, documentFiles, searchEngineVisibility, inbox, overrides: salesOverrides }
  const { orders, gateways, payments } = await createSalesModules(parts, salesParts)
  await createWorkModules(parts, { mail, inbox, orders, payments, media })
  const { areSearchEnginesKeptOut } = searchEngineVisibility
  add(createIndexNowModule({ ...shared, readListedPages, areSearchEnginesKeptOut }))
  const pageDependencies = { ...rendering, callFor: createCall, readListedPages, findRecord: content.find }
  add({ name: 'site/pages', handlers: createPageDataHandlers(pageDependencies) })
  const { findRedirectProblem } = siteAudit
  const oldPaths = add(createOldPathsModule({ ...shared, content, findRedirectProblem, createRedirectFollower }))
  const { unlistedProxies, queues, gauges } = createOperationsModules(parts, modules, orders)

  const handlersWithoutLimits = modules.flatMap((module) => module.handlers ?? [])
  const limitedHandlers = addRateLimitsToHandlers(handlersWithoutLimits, limits)
  handlers.push(...addDiskReserveToHandlers(limitedHandlers, dependencies.database))
  assertContractImplemented({ handlers, pagePaths })
  assertPersonalDataDeclared(modules)

  return {
    modules,
    content,
    visits,
    oldPaths,
    media,
    transfer,
    logoRenderer,
    users,
    sessions,
    searchEngineVisibility,
    unlistedProxies,
    queues,
    gauges,
    handlers,
    visitorCall,
    pagePaths,
    readListedPages,
    payPagePolicy: createPayPageFormActionPolicy(gateways, dependencies.config.origins),
    cookieCipher: createCookieCipher(await loadSecret('pages')),
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

type Mail = ReturnType<typeof createMailModule>

function createContentModules(
  { add, shared, pagePaths, rendering, cachePerVersion, timeZone }: SharedDependencies,
  { mail, media }: { mail: Mail; media: MediaModule },
) {
  const validators = new Map([[redirect.kind, createRedirectSaveValidator(shared.origin, pagePaths)]])
  const content = add(createContentModule({ ...shared, mail, validators }))
  const releases = add(createReleasesModule({ ...shared, content, mail }))
  add(createRecordCallsModule({ content, releases, contentVersion: shared.database.contentVersion }))
  const businessFacts = add(createBusinessFactsModule({ content }))
  const transfer = add(createContentTransferModule({ ...shared, content, media, timeZone }))
  const siteAudit = add(createSiteAuditModule({ ...rendering, content, releases, media, businessFacts, createRedirectFollower }))
  return { content, transfer, siteAudit, readListedPages: cachePerVersion(content.listPublishedPages) }
}

type PeopleDependencies = { mail: Mail; limits: RateLimits; hashing: PasswordHasher; modules: readonly ServerModule[] }

async function createPeopleModules(
  { add, shared, loadSecret }: SharedDependencies,
  { mail, limits, hashing, modules }: PeopleDependencies,
) {
  const { config, problem } = shared
  const { provider } = config
  const { hash } = hashing
  const identityProvider =
    provider &&
    (async () => (await import('./people/identity-provider/auth-library-plugin.ts')).createIdentityProviderPlugin(provider))
  const secret = await loadSecret('auth')
  const auth = createAuth({ ...shared, hashing, secret, generateRecoveryCodes, identityProvider })
  const tokenSync = add(createTokenSyncModule({ ...shared, auth, log: (sentence) => problem(undefined, sentence) }))
  const sessions = add(createSessionsModule({ ...shared, auth, tokenSync, hasAdminRole }))
  const accounts = add(createAccountsModule({ ...shared, mail, auth, sessions, limits, hash }))
  const passwords = add(createPasswordsModule({ ...shared, mail, accounts, sessions, hashing, limits }))
  add(createSecondFactorModule({ ...shared, mail, auth, accounts, sessions, passwords }))
  add(createEmailChangeModule({ ...shared, mail, accounts, sessions, passwords, limits, modules }))
  add(createIdentityProviderModule({ ...shared, auth, sessions }))
  return { sessions, users: add(createUsersModule({ ...shared, mail, sessions, hash })) }
}

type Inbox = { subscribers: SubscribersModule; messages: MessagesModule }
type SalesDependencies = {
  mail: Mail
  content: ContentModule
  documentFiles: SalesDocumentFiles
  searchEngineVisibility: SearchEngineVisibilityModule
  inbox: Inbox
  overrides: SalesOverrides
}

async function createSalesModules(
  { add, shared, loadSecret, timeZone }: SharedDependencies,
  { mail, content, documentFiles, searchEngineVisibility, inbox, overrides }: SalesDependencies,
) {
  const rehearsalSecret = await loadSecret('rehearsal')
  const gateways = createGateways({ ...shared, rehearsalSecret })
  const mode = getPaymentMode(gateways.current)
  const queries = { listOpenReviewFlagKinds, sumReceiptsAndRefundsByMonth, loadWorkSummaries }
  const orders = add(createOrdersModule({ ...shared, mail, timeZone, mode, onOrderChanged: followOrderChange, ...queries }))
  add(createQuotesModule({ ...shared, mail, orders, timeZone, listPackageParts }))
  add(createCustomersModule({ ...shared, ...inbox, orders, timeZone, loadMonthEnds }))
  const { notificationTiming: timing, providerPollTiming: queryTiming } = overrides
  add(createInvoicesModule({ ...shared, orders, documentFiles }))
  const hasClientQuestions = async (tx: Tx, orderId: string) => (await loadBriefState(tx, orderId)).hasQuestions
  const paymentParts = { mail, orders, gateways, hasClientQuestions }
  const payments: PaymentsModule = add(createPaymentsModule({ ...shared, ...paymentParts, timing, queryTiming }))
  add(createRehearsalCheckoutModule({ ...shared, secret: rehearsalSecret }))
  const checklistParts = { payments, countRecordsAndSamplesByKind: content.countRecordsAndSamplesByKind, searchEngineVisibility }
  add(createLaunchChecklistModule({ ...shared, ...checklistParts }))
  return { orders, gateways, payments }
}

type WorkDependencies = {
  mail: Mail
  inbox: Inbox
  orders: OrdersModule
  payments: PaymentsModule
  media: MediaModule
}

async function createWorkModules(
  { add, shared, loadSecret, timeZone, cachePerVersion }: SharedDependencies,
  { mail, inbox, orders, payments, media: { renderPreview } }: WorkDependencies,
) {
  const files = add(createFilesModule({ ...shared, orders, renderPreview }))
  const conversation = add(createConversationModule({ ...shared, mail, orders, files }))
  add(createAccessModule({ ...shared, orders }))
  const briefs = add(createBriefsModule({ ...shared, mail, orders }))
  const answerPromise = cachePerVersion(async () => {
    const { hours, answerDays, ...business } = await shared.loadBusiness(shared.database.read)
    return { hours, timeZone: business.timeZone, businessDays: answerDays }
  })
  const workParts = { mail, orders, payments, briefs, conversation, files, timeZone, answerPromise, choiceQuestions }
  const orderWork = add(createOrderWorkModule({ ...shared, ...workParts }))
  const reminderParts = { mail, briefs, orderWork, conversation, timeZone, messages: inbox.messages }
  add(createRemindersModule({ ...shared, ...reminderParts, secret: await loadSecret('reminders') }))
}

/** Comes last, because it collects what all other modules provide. */
function createOperationsModules(
  { add, shared, timeZone }: SharedDependencies,
  modules: readonly ServerModule[],
  orders: OrdersModule,
) {
  const unlistedProxies = add(createUnlistedProxiesModule(shared))
  add(createRetentionModule({ ...shared, rules: collectFromModules(modules, ({ retention }) => retention) }))
  add(createCounterRecountModule({ ...shared, counters: collectFromModules(modules, ({ counters }) => counters) }))
  const queues = modules.flatMap((module) => module.queues ?? [])
  add(createProcessFailoverModule({ ...shared, queues }))
  add(createCustomerDataModule({ ...shared, orders, timeZone, modules }))
  return { unlistedProxies, queues, gauges: collectFromModules(modules, ({ gauges }) => gauges) }
}
