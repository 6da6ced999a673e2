import { Refusal } from '../../contract/refusal.ts'
import {
  addSubscriber,
  confirmSubscription,
  endSubscription,
  exportSubscribers,
  listSubscribers,
} from '../../contract/subscribers.ts'
import type { Database } from '../db/db.ts'
import { handled } from '../http/http.ts'
import type { Mail } from '../mail/mail.ts'
import type { Module } from '../module.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'
import { createLinks } from './links.ts'
import { confirmationMail, welcomeMail } from './mails.ts'
import { askForConfirmation, confirm, createSubscriberStore, end } from './store.ts'

/** Spec section 8. */
const ADDED = 'Subscribers is Updated'
const SPENT = 'This link was used already or has expired. If it was you who used it, all is well.'
const UNKNOWN = 'This link is not one that we mailed, or a part of it is missing.'

type Parts = { database: Database; mail: Mail; origin: string; secret: string }

/** Nobody is on the list who has not confirmed it, and whoever leaves is off it (docs/decisions/0014). */
export function createSubscribers({ database, mail, origin, secret }: Parts): Module {
  const store = createSubscriberStore(database)
  const links = createLinks(origin, secret)

  async function subscribe(email: string): Promise<string> {
    const { link, hash } = links.confirmation()
    const id = await database.write(async (tx) => {
      const { id, mayMail } = await askForConfirmation(tx, email, hash)
      if (mayMail) await mail.post(tx, confirmationMail(email, link))
      return id
    })
    mail.wake()
    return id
  }

  async function* table(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(['Email', 'Subscribed'])
    for await (const chunk of store.confirmed())
      yield chunk.map(({ email, confirmed_at }) => csvLine([email, new Date(confirmed_at).toISOString().slice(0, 10)])).join('')
  }

  return {
    dataTables: ['subscriber'],
    handlers: [
      handled(addSubscriber, async ({ body: { subemail, website } }) => {
        const email = subemail.toLowerCase()
        // What a program filled in is answered like any other, and forgotten.
        const id = website === '' ? await subscribe(email) : crypto.randomUUID()
        return { message: ADDED, record: { _id: id, subemail: email } }
      }),
      handled(listSubscribers, async ({ query }) => {
        const { records, total } = await store.list(query)
        const listed = records.map(({ id, email, created_at, confirmed_at }) => ({
          _id: id,
          subemail: email,
          _state: confirmed_at === null ? ('pending' as const) : ('confirmed' as const),
          _since: created_at,
        }))
        return { records: listed, total }
      }),
      handled(exportSubscribers, async () => table()),
      handled(confirmSubscription, async ({ body: { token } }) => {
        await database.write(async (tx) => {
          const subscriber = await confirm(tx, links.hashOf(token))
          if (!subscriber) throw new Refusal(400, SPENT, { token: SPENT })
          await mail.post(tx, welcomeMail(subscriber.email, links.unsubscribe(subscriber.id)))
        })
        mail.wake()
        return { message: 'Your subscription is confirmed' }
      }),
      handled(endSubscription, async ({ body: { token } }) => {
        const id = links.leaverOf(token)
        if (id === undefined) throw new Refusal(400, UNKNOWN, { token: UNKNOWN })
        await database.write((tx) => end(tx, id))
        return { message: 'You are unsubscribed' }
      }),
    ],
  }
}
