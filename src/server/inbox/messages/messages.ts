import type { HandlerInput } from '#contract/core/endpoint.ts'
import type { ListPage } from '#contract/core/paging.ts'
import type { MessageFolder, SpamReason, sendContactMessageEndpoint } from '#contract/inbox/messages.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { Database } from '#platform/db/open-database.ts'
import { readInBatches } from '#platform/db/read-in-batches.ts'
import type { EndpointHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import type { MailService } from '../../mail/mail.ts'
import type { RateLimitedCaller } from '../../rate-limits/rate-limits.ts'
import { detectSpam } from './detect-spam.ts'
import { buildAcknowledgmentEmail, buildNewContactMessageEmail } from './emails.ts'
import { createMessageHandlers } from './handlers.ts'
import { parseSearchTerms } from './message-search-text.ts'
import { searchMessages } from './search/store.ts'
import { createSpamCheckFormTokens } from './spam-check-form-tokens.ts'
import {
  countEqualMessages,
  countMessagesByFolder,
  deleteOldSpam,
  findMessage,
  findNextUnreadMessage,
  insertMessage,
  listMessages,
  listMessagesOfSender,
  type MessageChange,
  type MessageFilter,
  type StoredMessage,
  updateMessages,
} from './store.ts'

export type { MessageChange, StoredMessage } from './store.ts'

export type MessagesModule = ModuleFunctions<typeof createMessagesModule>

type Dependencies = {
  database: Database
  mail: MailService
  /** Signs form tokens. It is the same in every process. */
  formSecret: string
  adminEmails: (tx: Tx) => Promise<string[]>
  /** Returns whether the sender may get an acknowledgment, and counts it. */
  reserveAcknowledgment: (email: string, visitor: RateLimitedCaller) => Promise<boolean>
  countMessage: (tx: Tx) => Promise<void>
}

type MessageCaller = RateLimitedCaller & { idempotency?: IdempotencyKey }
type MessageInput = HandlerInput<typeof sendContactMessageEndpoint>['body']

/** Fewer than usual, because a message may have 10,000 characters. */
const LONG_TEXT_BATCH_SIZE = 200

/** Different people may send the same short text. In characters. */
const MIN_REPEATED_TEXT = 40
const DAY = 24 * 60 * 60_000

/** Creates the module for visitors' messages. It stores each message and its notification together (docs/decisions/0013). */
export function createMessagesModule({
  database: { read, write },
  mail,
  formSecret,
  adminEmails,
  reserveAcknowledgment,
  countMessage,
}: Dependencies) {
  const formTokens = createSpamCheckFormTokens(formSecret)

  async function notifyAdmins(tx: Tx, message: StoredMessage): Promise<void> {
    if (message.place !== 'inbox') return
    for (const to of await adminEmails(tx)) await mail.enqueue(tx, buildNewContactMessageEmail(to, message))
  }

  /** Suspected spam goes to its folder and is never dropped, because the rules may be wrong (P-124). */
  async function findSpamReason(input: MessageInput): Promise<SpamReason | null> {
    const { website, form, message } = input
    const isComparable = message.trim().length >= MIN_REPEATED_TEXT
    return detectSpam(input, {
      form: form === undefined ? 'absent' : formTokens.classify(form),
      isHiddenFieldFilled: website.trim() !== '',
      equalMessages: isComparable ? await countEqualMessages(read, message, Date.now() - DAY) : 0,
    })
  }

  const messages = {
    issueFormToken: formTokens.issue,

    /** Stores a message and its emails. Returns the id. `isCounted` is false if the sender opted out of tracking. */
    async receive(input: MessageInput, isCounted: boolean, caller: MessageCaller): Promise<string> {
      const { name, email, number, subject, siteUrl: site_url, zipCodes: zip_codes, message: body } = input
      const spam_reason = await findSpamReason(input)
      const place: MessageFolder = spam_reason ? 'spam' : 'inbox'
      const isAcknowledged = place === 'inbox' && email !== '' && (await reserveAcknowledgment(email, caller))
      // Returns only the id: the stored reply of an idempotency key must not hold a second copy of the message.
      const id = await write(async (tx) => {
        const message = await insertMessage(tx, { name, email, number, subject, site_url, zip_codes, body, place, spam_reason })
        await notifyAdmins(tx, message)
        if (isAcknowledged) await mail.enqueue(tx, buildAcknowledgmentEmail(email, { receivedAt: message.received_at }))
        if (isCounted && place === 'inbox') await countMessage(tx)
        return message.id
      }, caller.idempotency)
      mail.wake()
      return id
    },

    /** Newest first. */
    list(filter: MessageFilter): Promise<ListPage<StoredMessage>> {
      const terms = parseSearchTerms(filter.search)
      return terms.length > 0 ? searchMessages(read, terms, filter) : listMessages(read, filter)
    },

    /** Undefined for an unknown id. */
    find: (id: string): Promise<StoredMessage | undefined> => findMessage(read, id),

    listFromSender: (email: string, limit: number) => listMessagesOfSender(read, email, limit),

    streamFromSender: (email: string) =>
      readInBatches<StoredMessage>((last, limit) => listMessagesOfSender(read, email, limit, last), LONG_TEXT_BATCH_SIZE),

    findNextUnread: (message: StoredMessage) => findNextUnreadMessage(read, message),

    countByFolder: () => countMessagesByFolder(read),

    /** Returns the changed messages, newest first. Skips unknown ids. */
    change: (ids: readonly string[], change: MessageChange) => write((tx) => updateMessages(tx, ids, change)),
  }
  return {
    ...messages,
    name: 'inbox/messages',
    handlers: (): EndpointHandler[] => createMessageHandlers(messages),
    dataTables: ['message'],
    retention: {
      spam: {
        what: 'Read messages in the spam folder',
        days: 60,
        since: 'an admin read them there or moved them there',
        why: 'The owner may find a customer in there. Unread messages stay.',
        removeRows: deleteOldSpam,
      },
    },
  } satisfies ServerModule
}
