import { randomUUIDv7 } from 'node:crypto'
import type { Page } from '../../../contract/grammar/paging.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { auditedExport } from '../../audit/audit.ts'
import type { Mail } from '../../mail/mail.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Once } from '../../platform/db/once.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import { subscriberHandlers } from './handlers.ts'
import { confirmationMail, createLinks, welcomeMail } from './mails.ts'
import {
  askForConfirmation,
  type ConfirmedSubscriber,
  confirm,
  confirmedSubscribers,
  end,
  type ListedSubscriber,
  listSubscribers,
  removeUnconfirmed,
} from './store.ts'

export type { ConfirmedSubscriber, ListedSubscriber } from './store.ts'

export type Subscribers = Api<typeof createSubscribers>

const SPENT = 'This link was used already or has expired. If it was you who used it, all is well.'
const UNKNOWN = 'This link is not one that we mailed, or a part of it is missing.'

type Parts = {
  database: Database
  mail: Mail
  /** The site's address, for links. */
  origin: string
  /** For signing links; the same in every process. */
  secret: string
  /** The business's time zone, for the dates of the exported list. */
  timeZone: () => Promise<string>
}

/** Who asked for news. Nobody is on the list who has not confirmed it, and whoever leaves is off it (docs/decisions/0014). */
export function createSubscribers({ database: { read, write }, mail, origin, secret, timeZone }: Parts) {
  const links = createLinks({ origin, secret })
  const subscribers = {
    /** Mails the link that confirms it, unless that was done a short while ago; answers alike for all addresses. */
    async subscribe({ email, website }: { email: string; website: string }, once: Once | undefined): Promise<{ id: string }> {
      // What a program filled in is answered like any other, and forgotten.
      if (website !== '') return { id: randomUUIDv7() }
      const { link, hash } = links.confirmation()
      const id = await write(async (tx) => {
        const { id, mayMail } = await askForConfirmation(tx, email, hash)
        if (mayMail) await mail.post(tx, confirmationMail(email, link))
        return id
      }, once)
      mail.wake()
      return { id }
    },

    /** Throws a 400 for a link that was used or has expired. */
    async confirm(token: string): Promise<void> {
      await write(async (tx) => {
        const subscriber = await confirm(tx, links.hashOf(token))
        if (!subscriber) throw new Refusal(400, SPENT, { token: SPENT })
        await mail.post(tx, welcomeMail(subscriber.email, links.unsubscribe(subscriber.id)))
      })
      mail.wake()
    },

    /** Throws a 400 for a link that is none of ours. */
    async leave(token: string): Promise<void> {
      const id = links.subscriberOf(token)
      if (id === undefined) throw new Refusal(400, UNKNOWN, { token: UNKNOWN })
      await write((tx) => end(tx, id))
    },

    /** Newest first. */
    list: (page: { page: number; size: number }): Promise<Page<ListedSubscriber>> => listSubscribers(read, page),

    /** All who have confirmed, oldest first, some at a time, for `actor` to take away. */
    exported: (actor: string): Promise<AsyncGenerator<ConfirmedSubscriber[]>> =>
      auditedExport(write, { actor, action: 'subscribers.exported', subject: 'subscribers' }, confirmedSubscribers(read)),
  }
  return {
    ...subscribers,
    name: 'inbox/subscribers',
    handlers: (): Handled[] => subscriberHandlers(subscribers, { timeZone }),
    dataTables: ['subscriber'],
    retention: {
      subscribers: {
        what: 'Addresses that somebody typed and nobody confirmed',
        days: 30,
        since: 'somebody last typed it',
        why: 'The link works for a week; whoever has not used it by then does not want news.',
        removeRows: removeUnconfirmed,
      },
    },
  } satisfies Module
}
