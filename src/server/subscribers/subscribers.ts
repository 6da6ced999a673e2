import { addSubscriber } from '../../contract/subscribers.ts'
import type { Database } from '../db/db.ts'
import { type Handled, handled } from '../http/http.ts'
import { createSubscriberStore } from './store.ts'

/** Spec section 8. */
const ADDED = 'Subscribers is Updated'

export function createSubscribers(database: Database): { handlers: Handled[] } {
  const store = createSubscriberStore(database)
  return {
    handlers: [
      handled(addSubscriber, async ({ body }) => {
        const { id, email } = await store.add(body.subemail)
        return { message: ADDED, record: { _id: id, subemail: email } }
      }),
    ],
  }
}
