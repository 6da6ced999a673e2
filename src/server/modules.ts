import { createAccounts, usableAdminEmails } from './accounts/accounts.ts'
import type { Hashing } from './accounts/hashing.ts'
import { audit } from './audit/audit.ts'
import type { Config } from './config.ts'
import { businessIn, createContent } from './content/content.ts'
import { contentHandlers } from './content/handlers.ts'
import type { Database } from './db/db.ts'
import { createInProcessCall } from './http/http.ts'
import { noSession } from './http/session.ts'
import { createIndexNow } from './index-now/index-now.ts'
import { withLimits } from './limits/limited.ts'
import { createLimits } from './limits/limits.ts'
import { mailHandlers } from './mail/handlers.ts'
import { createMail, type MailLog } from './mail/mail.ts'
import { messageHandlers } from './messages/handlers.ts'
import { createMessages } from './messages/messages.ts'
import type { Module } from './module.ts'
import { orderHandlers } from './orders/handlers.ts'
import { createOrders } from './orders/orders.ts'
import { pageHandlers } from './pages/handlers.ts'
import type { Renderer } from './pages/render.ts'
import { sharedSecret } from './secrets/secrets.ts'
import { checkDeclarations } from './start-up-check.ts'
import { subscriberHandlers } from './subscribers/handlers.ts'
import { createSubscribers } from './subscribers/subscribers.ts'

export type Modules = Awaited<ReturnType<typeof createModules>>

type Needs = { config: Config; database: Database; renderer: Renderer; log: MailLog; hashing: Hashing }

/** Every module of the product on an open database, each made from those above it. Nothing runs yet. */
export async function createModules({ config, database, renderer, log, hashing }: Needs) {
  const [origin] = config.origins
  const secretFor = (purpose: string) => sharedSecret(database, purpose)
  const pagePaths = renderer.pages.filter(({ isBuilt }) => isBuilt).map(({ path }) => path)

  const mail = createMail({ database, config, log, businessIn })
  const content = createContent({ database, mail, origin, pagePaths })
  const limits = createLimits({ database, config, secret: await secretFor('known-device') })
  const accounts = await createAccounts({ database, config, mail, limits, log, hashing, secret: await secretFor('auth') })
  const subscribers = createSubscribers({ database, mail, origin, secret: await secretFor('subscriptions') })
  const messages = createMessages({
    database,
    mail,
    formSecret: await secretFor('message-form'),
    adminEmails: usableAdminEmails,
    origin,
  })
  const orders = createOrders({ database, mail, adminEmails: usableAdminEmails, origin })
  const indexNow = createIndexNow({ database, config, problem: log.problem })
  const all: readonly Module[] = [mail, content, audit, accounts, subscribers, messages, orders, indexNow]

  const calls = withLimits(
    [
      ...contentHandlers(content),
      ...accounts.handlers,
      ...messageHandlers(messages),
      ...orderHandlers(orders),
      ...mailHandlers(mail),
      ...subscriberHandlers(subscribers),
    ],
    limits,
  )
  // What a page says of itself is found by the calls that it makes.
  const visitorCall = createInProcessCall(calls)({ session: noSession, headers: new Headers(), replyHeaders: new Headers() })
  const handlers = [...calls, ...withLimits(pageHandlers({ factsOf: renderer.factsOf, visitorCall }), limits)]
  checkDeclarations({ handlers, pagePaths: renderer.pages.map(({ path }) => path) })

  return {
    content,
    accounts,
    handlers,
    visitorCall,
    pagePaths,
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
