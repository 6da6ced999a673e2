import { toBusinessDay } from '#contract/core/business-calendar.ts'
import {
  confirmSubscriptionEndpoint,
  exportSubscribersEndpoint,
  listSubscribersEndpoint,
  subscribeEndpoint,
  unsubscribeEndpoint,
} from '#contract/inbox/subscribers.ts'
import { type CsvColumns, writeCsv } from '#platform/http/csv.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { ConfirmedSubscriber, ListedSubscriber, SubscribersModule } from './subscribers.ts'

/** The exact alert text (P-125). */
const ADDED_MESSAGE = 'Subscribers is Updated'

const CSV_COLUMNS: CsvColumns<ConfirmedSubscriber> = [
  ['Email', ({ email }) => email],
  ['Subscribed', ({ confirmed_at }, timeZone) => toBusinessDay(timeZone, confirmed_at)],
]

export function createSubscriberHandlers(
  subscribers: SubscribersModule,
  { timeZone }: { timeZone: () => Promise<string> },
): EndpointHandler[] {
  return [
    defineHandler(subscribeEndpoint, async ({ body: { subemail, website } }, { idempotency }) => {
      const email = subemail.toLowerCase()
      const { id } = await subscribers.subscribe({ email, website }, idempotency)
      return { message: ADDED_MESSAGE, record: { _id: id, subemail: email } }
    }),
    defineHandler(listSubscribersEndpoint, async ({ query }) => {
      const { records, total } = await subscribers.list(query)
      return { records: records.map(serializeSubscriber), total }
    }),
    defineHandler(exportSubscribersEndpoint, async (_, { person }) =>
      writeCsv(CSV_COLUMNS, await subscribers.exportConfirmed(person.email), await timeZone()),
    ),
    defineHandler(confirmSubscriptionEndpoint, async ({ body: { token } }) => {
      await subscribers.confirm(token)
      return { message: 'Your subscription is confirmed' }
    }),
    defineHandler(unsubscribeEndpoint, async ({ body: { token } }) => {
      await subscribers.unsubscribe(token)
      return { message: 'You’re unsubscribed' }
    }),
  ]
}

function serializeSubscriber({ id, email, created_at, confirmed_at }: ListedSubscriber) {
  const state = confirmed_at === null ? ('pending' as const) : ('confirmed' as const)
  return { _id: id, subemail: email, _state: state, _since: created_at }
}
