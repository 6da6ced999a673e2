import { randomUUIDv7 } from 'node:crypto'
import type { ListPage } from '../../../contract/core/paging.ts'
import { UserError } from '../../../contract/core/user-error.ts'
import { auditExport } from '../../audit-log/audit-log.ts'
import type { MailService } from '../../mail/mail.ts'
import type { IdempotencyKey } from '../../platform/db/idempotency.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { EndpointHandler } from '../../platform/http/register-api.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import { buildConfirmationEmail, buildWelcomeEmail, createSubscriptionLinks } from './emails.ts'
import { subscriberHandlers } from './handlers.ts'
import {
  type ConfirmedSubscriber,
  confirmSubscriber,
  deleteOldUnconfirmed,
  type ListedSubscriber,
  listSubscribers,
  markUnsubscribed,
  requestConfirmation,
  streamConfirmedSubscribers,
} from './store.ts'

export type { ConfirmedSubscriber, ListedSubscriber } from './store.ts'

export type Subscribers = ModuleApi<typeof createSubscribers>

const EXPIRED_LINK_MESSAGE = 'This link was used already or has expired. If it was you who used it, all is well.'
const INVALID_LINK_MESSAGE = 'This link is not one that we mailed, or a part of it is missing.'

type Dependencies = {
  database: Database
  mail: MailService
  /** The site's address, for links. */
  origin: string
  /** For signing links; the same in every process. */
  secret: string
  /** The business's time zone, for the dates of the exported list. */
  timeZone: () => Promise<string>
}

/** Who asked for news. Nobody is on the list who has not confirmed it, and whoever leaves is off it (docs/decisions/0013). */
export function createSubscribers({ database: { read, write }, mail, origin, secret, timeZone }: Dependencies) {
  const links = createSubscriptionLinks({ origin, secret })
  const subscribers = {
    /** Mails the link that confirms it, unless that was done a short while ago; answers alike for all addresses. */
    async subscribe(
      { email, website }: { email: string; website: string },
      once: IdempotencyKey | undefined,
    ): Promise<{ id: string }> {
      // What a program filled in is answered like any other, and forgotten.
      if (website !== '') return { id: randomUUIDv7() }
      const { link, hash } = links.createConfirmationLink()
      const id = await write(async (tx) => {
        const { id, shouldSendEmail: mayMail } = await requestConfirmation(tx, email, hash)
        if (mayMail) await mail.enqueue(tx, buildConfirmationEmail(email, link))
        return id
      }, once)
      mail.wake()
      return { id }
    },

    /** Throws a 400 for a link that was used or has expired. */
    async confirm(token: string): Promise<void> {
      await write(async (tx) => {
        const subscriber = await confirmSubscriber(tx, links.hashOf(token))
        if (!subscriber) throw new UserError(400, EXPIRED_LINK_MESSAGE, { token: EXPIRED_LINK_MESSAGE })
        await mail.enqueue(tx, buildWelcomeEmail(subscriber.email, links.buildUnsubscribeLink(subscriber.id)))
      })
      mail.wake()
    },

    /** Throws a 400 for a link that is none of ours. */
    async unsubscribe(token: string): Promise<void> {
      const id = links.parseUnsubscribeToken(token)
      if (id === undefined) throw new UserError(400, INVALID_LINK_MESSAGE, { token: INVALID_LINK_MESSAGE })
      await write((tx) => markUnsubscribed(tx, id))
    },

    /** Newest first. */
    list: (page: { page: number; size: number }): Promise<ListPage<ListedSubscriber>> => listSubscribers(read, page),

    /** All who have confirmed, oldest first, some at a time, for `actor` to take away. */
    exportConfirmed: (actor: string): Promise<AsyncGenerator<ConfirmedSubscriber[]>> =>
      auditExport(write, { actor, action: 'subscribers.exported', subject: 'subscribers' }, streamConfirmedSubscribers(read)),
  }
  return {
    ...subscribers,
    name: 'inbox/subscribers',
    handlers: (): EndpointHandler[] => subscriberHandlers(subscribers, { timeZone }),
    dataTables: ['subscriber'],
    retention: {
      subscribers: {
        what: 'Addresses that somebody typed and nobody confirmed',
        days: 30,
        since: 'somebody last typed it',
        why: 'The link works for a week; whoever has not used it by then does not want news.',
        removeRows: deleteOldUnconfirmed,
      },
    },
  } satisfies ServerModule
}
