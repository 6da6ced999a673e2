import { businessDay } from '../../../contract/grammar/business-days.ts'
import {
  addSubscriber,
  confirmSubscription,
  endSubscription,
  exportSubscribers,
  listSubscribers,
} from '../../../contract/inbox/subscribers.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../platform/http/csv.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { ConfirmedSubscriber, ListedSubscriber, Subscribers } from './subscribers.ts'

/** Spec section 8. */
const ADDED = 'Subscribers is Updated'

/** The calls of spec section 7 about subscribers, and ours beside them. */
export function subscriberHandlers(subscribers: Subscribers, { timeZone }: { timeZone: () => Promise<string> }): Handled[] {
  return [
    handled(addSubscriber, async ({ body: { subemail, website } }, { once }) => {
      const email = subemail.toLowerCase()
      const { id } = await subscribers.subscribe({ email, website }, once)
      return { message: ADDED, record: { _id: id, subemail: email } }
    }),
    handled(listSubscribers, async ({ query }) => {
      const { records, total } = await subscribers.list(query)
      return { records: records.map(toWire), total }
    }),
    handled(exportSubscribers, async (_, { person }) => tableOf(await subscribers.exported(person.email), await timeZone())),
    handled(confirmSubscription, async ({ body: { token } }) => {
      await subscribers.confirm(token)
      return { message: 'Your subscription is confirmed' }
    }),
    handled(endSubscription, async ({ body: { token } }) => {
      await subscribers.leave(token)
      return { message: 'You are unsubscribed' }
    }),
  ]
}

function toWire({ id, email, created_at, confirmed_at }: ListedSubscriber) {
  const state = confirmed_at === null ? ('pending' as const) : ('confirmed' as const)
  return { _id: id, subemail: email, _state: state, _since: created_at }
}

async function* tableOf(confirmed: AsyncIterable<ConfirmedSubscriber[]>, timeZone: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(['Email', 'Subscribed'])
  for await (const some of confirmed)
    yield some.map(({ email, confirmed_at }) => csvLine([email, businessDay(timeZone, confirmed_at)])).join('')
}
