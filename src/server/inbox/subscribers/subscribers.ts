import { randomUUIDv7 } from 'node:crypto'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  confirmSubscriptionEndpoint,
  exportSubscribersEndpoint,
  listSubscribersEndpoint,
  type SubscriptionState,
  subscribeEndpoint,
  unsubscribeEndpoint,
} from '#contract/inbox/subscribers.ts'
import type { Database } from '#platform/db/open-database.ts'
import { type CsvColumns, writeCsv } from '#platform/http/csv.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { streamAuditedExport } from '../../audit-log/audit-log.ts'
import type { MailService } from '../../mail/mail.ts'
import { buildSubscriptionConfirmationEmail, buildSubscriptionConfirmedEmail } from './emails.ts'
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

export type SubscribersModule = ModuleFunctions<typeof createSubscribersModule>

/** The exact alert text (P-125). */
const ADDED_MESSAGE = 'Subscribers is Updated'
const EXPIRED_LINK_MESSAGE = 'This link was already used or has expired. If you used it, you’re all set.'
const INVALID_LINK_MESSAGE = 'This link is incomplete or isn’t one we emailed. Open it from the email again.'

const CSV_COLUMNS: CsvColumns<ConfirmedSubscriber> = [
  ['Email', ({ email }) => email],
  ['Subscribed', ({ confirmed_at }, timeZone) => toBusinessDay(timeZone, confirmed_at)],
]

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

  const handlers = [
    // Emails the confirmation link, at most once an hour. The reply is the same for every email.
    defineHandler(subscribeEndpoint, async ({ body: { subemail, website } }, { idempotency }) => {
      const email = subemail.toLowerCase()
      // Only bots fill in this hidden field. They get the usual reply, and the server stores nothing.
      if (website !== '') return { message: ADDED_MESSAGE, record: { _id: randomUUIDv7(), subemail: email } }
      const { path, hash } = links.createConfirmationPath()
      const _id = await write(async (tx) => {
        const { id, shouldSendEmail } = await saveUnconfirmedSubscriber(tx, email, hash)
        if (shouldSendEmail) await mail.enqueue(tx, buildSubscriptionConfirmationEmail(email, { path }))
        return id
      }, idempotency)
      mail.wake()
      return { message: ADDED_MESSAGE, record: { _id, subemail: email } }
    }),

    defineHandler(confirmSubscriptionEndpoint, async ({ body: { token } }) => {
      await write(async (tx) => {
        const subscriber = await confirmSubscriber(tx, links.hashToken(token))
        if (!subscriber) throw new UserError(400, EXPIRED_LINK_MESSAGE, 'token')
        const unsubscribePath = links.buildUnsubscribePath(subscriber.id)
        await mail.enqueue(tx, buildSubscriptionConfirmedEmail(subscriber.email, { unsubscribePath }))
      })
      mail.wake()
      return { message: 'Your subscription is confirmed' }
    }),

    defineHandler(unsubscribeEndpoint, async ({ body: { token } }) => {
      const id = links.parseUnsubscribeToken(token)
      if (id === undefined) throw new UserError(400, INVALID_LINK_MESSAGE, 'token')
      await write((tx) => markUnsubscribed(tx, id))
      return { message: 'You’re unsubscribed' }
    }),

    defineHandler(listSubscribersEndpoint, async ({ query }) => {
      const { records, total } = await listSubscribers(read, query)
      return { records: records.map(serializeSubscriber), total }
    }),

    defineHandler(exportSubscribersEndpoint, async (_, { person }) => {
      const entry = { actor: person.email, action: 'subscribers.exported', subject: 'subscribers' } as const
      return writeCsv(CSV_COLUMNS, await streamAuditedExport(write, entry, streamConfirmedSubscribers(read)), await timeZone())
    }),
  ]

  const subscribers = {
    /** `email` is in lower case. */
    async findState(email: string): Promise<SubscriptionState> {
      const subscriber = await findSubscriber(read, email)
      if (!subscriber) return 'none'
      if (subscriber.ended_at !== null) return 'ended'
      return subscriber.confirmed_at === null ? 'pending' : 'confirmed'
    },
  }

  return {
    ...subscribers,
    name: 'inbox/subscribers',
    handlers,
    dataTables: ['subscriber'],
    erasePerson: 'The person unsubscribes. The row then keeps the site from writing again.',
    exportPerson: { subscription: (email) => subscribers.findState(email) },
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

function serializeSubscriber({ id, email, created_at, confirmed_at }: ListedSubscriber) {
  const state = confirmed_at === null ? ('pending' as const) : ('confirmed' as const)
  return { _id: id, subemail: email, _state: state, _since: created_at }
}
