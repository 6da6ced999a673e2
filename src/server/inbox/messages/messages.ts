import type { InputOf } from '../../../contract/grammar/endpoint.ts'
import type { Page } from '../../../contract/grammar/paging.ts'
import type { addMessage, MessagePlace } from '../../../contract/inbox/messages.ts'
import type { Mail } from '../../mail/mail.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Once } from '../../platform/db/once.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import { createFormNotes } from './form-notes.ts'
import { messageHandlers } from './handlers.ts'
import { notificationMail } from './notification.ts'
import { findMessages } from './search/store.ts'
import { wordsOf } from './search-words.ts'
import {
  changeMessages,
  findMessage,
  insertMessage,
  listMessages,
  type MessageChange,
  messageTotals,
  nextUnreadMessage,
  removeSpam,
  type StoredMessage,
  type WantedMessages,
} from './store.ts'

export type { MessageChange, StoredMessage } from './store.ts'

export type Messages = Api<typeof createMessages>

type Parts = {
  database: Database
  mail: Mail
  /** For signing what forms carry; the same in every process. */
  formSecret: string
  /** Whom to tell of a message. */
  adminEmails: (tx: Tx) => Promise<string[]>
  /** The site's address, for links. */
  origin: string
  /** For the totals of days. */
  countMessage: (tx: Tx) => Promise<void>
}

type Written = InputOf<typeof addMessage>['body']

/** What nearly all unwanted messages are for. */
const WEB_ADDRESS = /\bhttps?:|\bwww\./i

/** What visitors write to the business: stored first, told by mail second (docs/decisions/0013). */
export function createMessages({ database: { read, write }, mail, formSecret, adminEmails, origin, countMessage }: Parts) {
  const notes = createFormNotes(formSecret)

  async function tellAdmins(tx: Tx, message: StoredMessage): Promise<void> {
    if (message.place !== 'inbox') return
    for (const to of await adminEmails(tx)) await mail.post(tx, notificationMail(message, to, origin))
  }

  /** What looks like a program's work is kept apart, not dropped: the rules may be wrong. */
  function placeOf({ website, form = '', name, subject, message }: Written): MessagePlace {
    const use = form === '' ? 'plausible' : notes.judge(form)
    // Browsers fill in forms for people, and faster than they do; but those have nothing to advertise.
    const isHasty = use === 'hasty' && [name, subject, message].some((text) => WEB_ADDRESS.test(text))
    return website.trim() !== '' || use === 'forged' || isHasty ? 'spam' : 'inbox'
  }

  const messages = {
    /** The note that a new form carries. */
    issueForm: notes.issue,

    /**
     * Stores a message and the email about it, and returns the message's id. `isCounted` is false if the sender opted out of
     * counts.
     */
    async receive(written: Written, isCounted: boolean, once: Once | undefined): Promise<string> {
      const { name, email, number, subject, message: body } = written
      const place = placeOf(written)
      // Returns only the id: the stored reply of an idempotency key must not hold a second copy of the message.
      const id = await write(async (tx) => {
        const message = await insertMessage(tx, { name, email, number, subject, body, place })
        await tellAdmins(tx, message)
        if (isCounted && place === 'inbox') await countMessage(tx)
        return message.id
      }, once)
      mail.wake()
      return id
    },

    /** Newest first. */
    list(wanted: WantedMessages): Promise<Page<StoredMessage>> {
      const words = wordsOf(wanted.search)
      return words.length > 0 ? findMessages(read, words, wanted) : listMessages(read, wanted)
    },

    /** Undefined for an unknown id. */
    find: (id: string): Promise<StoredMessage | undefined> => findMessage(read, id),

    /** The unread message to read after this one. */
    nextUnread: (message: StoredMessage) => nextUnreadMessage(read, message),

    /** How many messages each place holds. */
    totals: () => messageTotals(read),

    /** Answers those that there are, newest first. */
    change: (ids: readonly string[], change: MessageChange) => write((tx) => changeMessages(tx, ids, change)),
  }
  return {
    ...messages,
    name: 'inbox/messages',
    handlers: (): Handled[] => messageHandlers(messages),
    dataTables: ['message'],
    retention: {
      spam: {
        what: 'Messages that lie in spam',
        days: 60,
        since: 'they came',
        why: 'Time enough to find a customer among them.',
        removeRows: removeSpam,
      },
    },
  } satisfies Module
}
