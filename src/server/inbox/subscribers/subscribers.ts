import { randomUUIDv7 } from 'node:crypto'
import type { ListPage } from '#contract/core/paging.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { SubscriptionState } from '#contract/inbox/subscribers.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { EndpointHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { streamAuditedExport } from '../../audit-log/audit-log.ts'
import type { MailService } from '../../mail/mail.ts'
import { buildSubscriptionConfirmationEmail, buildSubscriptionConfirmedEmail } from './emails.ts'
import { createSubscriberHandlers } from './handlers.ts'
import {
  type ConfirmedSubscriber,
  confirmSubscriber,
  deleteOldUnconfirmedSubscribers,
  findSubscriber,
  type ListedSubscriber,
  listSubscribers,
  markUnsubscribed,
  saveUnconfirmedSubscriber,
  streamConfirmedSubscribers,
} from './store.ts'
import { createSubscriptionLinks } from './subscription-links.ts'

export type { ConfirmedSubscriber, ListedSubscriber } from './store.ts'

export type SubscribersModule = ModuleFunctions<typeof createSubscribersModule>

const EXPIRED_LINK_MESSAGE = 'This link was already used or has expired. If you used it, you’re all set.'
const INVALID_LINK_MESSAGE = 'This link is incomplete or isn’t one we emailed. Open it from the email again.'

type Dependencies = {
  database: Database
  mail: MailService
  /** Signs links. It is the same in every process. */
  secret: string
  /** The business's time zone, for the dates of the exported list. */
  timeZone: () => Promise<string>
}

/** Creates the module for subscribers. Only confirmed subscribers get news (docs/decisions/0013). */
export function createSubscribersModule({ database: { read, write }, mail, secret, timeZone }: Dependencies) {
  const links = createSubscriptionLinks(secret)
  const subscribers = {
    /** `email` is in lower case. */
    async findState(email: string): Promise<SubscriptionState> {
      const subscriber = await findSubscriber(read, email)
      if (!subscriber) return 'none'
      if (subscriber.ended_at !== null) return 'ended'
      return subscriber.confirmed_at === null ? 'pending' : 'confirmed'
    },

    /** Emails the confirmation link, at most once an hour. The reply is the same for every email. */
    async subscribe(
      { email, website }: { email: string; website: string },
      idempotency: IdempotencyKey | undefined,
    ): Promise<{ id: string }> {
      // Only bots fill in this hidden field. They get the usual reply, and the server stores nothing.
      if (website !== '') return { id: randomUUIDv7() }
      const { path, hash } = links.createConfirmationPath()
      const id = await write(async (tx) => {
        const { id, shouldSendEmail } = await saveUnconfirmedSubscriber(tx, email, hash)
        if (shouldSendEmail) await mail.enqueue(tx, buildSubscriptionConfirmationEmail(email, { path }))
        return id
      }, idempotency)
      mail.wake()
      return { id }
    },

    /** Throws a 400 for a used or expired link. */
    async confirm(token: string): Promise<void> {
      await write(async (tx) => {
        const subscriber = await confirmSubscriber(tx, links.hashToken(token))
        if (!subscriber) throw new UserError(400, EXPIRED_LINK_MESSAGE, 'token')
        const unsubscribePath = links.buildUnsubscribePath(subscriber.id)
        await mail.enqueue(tx, buildSubscriptionConfirmedEmail(subscriber.email, { unsubscribePath }))
      })
      mail.wake()
    },

    /** Throws a 400 for a link that this site didn't sign. */
    async unsubscribe(token: string): Promise<void> {
      const id = links.parseUnsubscribeToken(token)
      if (id === undefined) throw new UserError(400, INVALID_LINK_MESSAGE, 'token')
      await write((tx) => markUnsubscribed(tx, id))
    },

    /** Newest first. */
    list: (page: { page: number; size: number }): Promise<ListPage<ListedSubscriber>> => listSubscribers(read, page),

    /** Streams confirmed subscribers in batches, oldest first, and audits the export. */
    exportConfirmed: (actor: string): Promise<AsyncGenerator<ConfirmedSubscriber[]>> =>
      streamAuditedExport(
        write,
        { actor, action: 'subscribers.exported', subject: 'subscribers' },
        streamConfirmedSubscribers(read),
      ),
  }
  return {
    ...subscribers,
    name: 'inbox/subscribers',
    handlers: (): EndpointHandler[] => createSubscriberHandlers(subscribers, { timeZone }),
    dataTables: ['subscriber'],
    retention: {
      subscribers: {
        what: 'Email addresses that were entered and never confirmed',
        days: 30,
        since: 'the last time someone entered them',
        why: 'The confirmation link works for a week.',
        removeRows: deleteOldUnconfirmedSubscribers,
      },
    },
  } satisfies ServerModule
}
