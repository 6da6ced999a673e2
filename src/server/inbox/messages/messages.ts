import type { HandlerInput } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  getMessageCountsEndpoint,
  getMessageEndpoint,
  getNextUnreadMessageEndpoint,
  issueMessageFormTokenEndpoint,
  listMessagesEndpoint,
  type Message,
  type MessageFolder,
  type MessageReadStatus,
  type SpamReason,
  sendContactMessageEndpoint,
  setMessageReadStatusEndpoint,
  updateMessagesEndpoint,
} from '#contract/inbox/messages.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { readInBatches } from '#platform/db/read-in-batches.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import type { MailService } from '../../mail/mail.ts'
import type { RateLimitedCaller } from '../../rate-limits/rate-limits.ts'
import { allowsTracking, countEventInTransaction } from '../../site/visits/visits.ts'
import { createSpamCheckFormTokens, detectSpam } from './detect-spam.ts'
import { buildAcknowledgmentEmail, buildNewContactMessageEmail } from './emails.ts'
import { parseSearchTerms, searchMessages } from './search/store.ts'
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
  type StoredMessage,
  updateMessages,
} from './store.ts'

export type MessagesModule = ModuleFunctions<typeof createMessagesModule>

/** The alert texts of P-119 and P-121. */
const SENT_MESSAGE = 'Message is Updated'
const STATUS_MESSAGES: Record<MessageReadStatus, string> = { Read: 'Message is Read', UnRead: 'Marked unread' }
const FOLDER_MESSAGES: Record<MessageFolder, string> = {
  inbox: 'Moved to the inbox',
  archive: 'Archived',
  spam: 'Moved to spam',
}

type Dependencies = {
  database: Database
  mail: MailService
  /** Signs form tokens. It is the same in every process. */
  formSecret: string
  adminEmails: (tx: Tx) => Promise<string[]>
  /** Returns whether the sender may get an acknowledgment, and counts it. */
  reserveAcknowledgment: (email: string, visitor: RateLimitedCaller) => Promise<boolean>
}

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

  const handlers = [
    defineHandler(sendContactMessageEndpoint, async ({ body: input }, caller) => {
      const { name, email, number, subject, siteUrl: site_url, zipCodes: zip_codes, message: body } = input
      const spam_reason = await findSpamReason(input)
      const place: MessageFolder = spam_reason ? 'spam' : 'inbox'
      const isAcknowledged = place === 'inbox' && email !== '' && (await reserveAcknowledgment(email, caller))
      const isCounted = place === 'inbox' && allowsTracking(caller.headers.get('dnt'), caller.headers.get('sec-gpc'))
      // Returns only the id: the stored reply of an idempotency key must not hold a second copy of the message.
      const _id = await write(async (tx) => {
        const message = await insertMessage(tx, { name, email, number, subject, site_url, zip_codes, body, place, spam_reason })
        await notifyAdmins(tx, message)
        if (isAcknowledged) await mail.enqueue(tx, buildAcknowledgmentEmail(email, { receivedAt: message.received_at }))
        if (isCounted) await countEventInTransaction(tx, 'messages')
        return message.id
      }, caller.idempotency)
      mail.wake()
      // The reply doesn't reveal the folder: a sender of spam gets the usual reply (P-124).
      const record = { _id, name, email, number, subject, message: body, messageStatus: 'UnRead' as const }
      return { message: SENT_MESSAGE, record }
    }),

    defineHandler(issueMessageFormTokenEndpoint, async () => ({ form: formTokens.issue() })),

    defineHandler(listMessagesEndpoint, async ({ query }) => {
      const terms = parseSearchTerms(query.search)
      const { records, ...rest } = await (terms.length > 0 ? searchMessages(read, terms, query) : listMessages(read, query))
      return { records: records.map(serializeMessage), ...rest }
    }),

    defineHandler(getMessageEndpoint, async ({ params }) => serializeMessage(requireMessage(await findMessage(read, params.id)))),

    defineHandler(setMessageReadStatusEndpoint, async ({ params, body: { messageStatus: status } }) => {
      const [message] = await write((tx) => updateMessages(tx, [params.id], { status }))
      return { message: STATUS_MESSAGES[status], record: serializeMessage(requireMessage(message)) }
    }),

    // Skips unknown ids.
    defineHandler(updateMessagesEndpoint, async ({ body: { ids, messageStatus, place } }) => {
      const change = { ...(messageStatus && { status: messageStatus }), ...(place && { place }) }
      const updatedMessages = await write((tx) => updateMessages(tx, ids, change))
      requireMessage(updatedMessages[0])
      return { message: describeChange(updatedMessages.length, change), records: updatedMessages.map(serializeMessage) }
    }),

    defineHandler(getMessageCountsEndpoint, () => countMessagesByFolder(read)),

    defineHandler(getNextUnreadMessageEndpoint, async ({ params }) => {
      const next = await findNextUnreadMessage(read, requireMessage(await findMessage(read, params.id)))
      return { next: next ? serializeMessage(next) : null }
    }),
  ]

  const messages = {
    listFromSender: (email: string, limit: number) => listMessagesOfSender(read, email, limit),
    streamFromSender: (email: string) =>
      readInBatches<StoredMessage>((last, limit) => listMessagesOfSender(read, email, limit, last), LONG_TEXT_BATCH_SIZE),
    countByFolder: () => countMessagesByFolder(read),
  }

  return {
    ...messages,
    name: 'inbox/messages',
    handlers,
    dataTables: ['message'],
    erasePerson: 'Admins delete messages of visitors in the inbox.',
    exportPerson: { contactMessages: async (email) => serializeForSender(messages.streamFromSender(email)) },
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

function describeChange(count: number, { status, place = 'inbox' }: MessageChange): string {
  if (count === 1) return status ? STATUS_MESSAGES[status] : FOLDER_MESSAGES[place]
  const phrase = status ? { Read: 'marked read', UnRead: 'marked unread' }[status] : FOLDER_MESSAGES[place].toLowerCase()
  return `${count} messages ${phrase}`
}

function requireMessage(message: StoredMessage | undefined): StoredMessage {
  if (!message) throw new UserError(404, 'This doesn’t exist anymore.')
  return message
}

function serializeMessage({ id, body, status, place, spam_reason, received_at, ...message }: StoredMessage): Message {
  const { name, email, number, subject, site_url: siteUrl, zip_codes: zipCodes } = message
  return {
    _id: id,
    ...{ name, email, number, subject, siteUrl, zipCodes, message: body },
    messageStatus: status,
    _place: place,
    _spamReason: spam_reason,
    _receivedAt: received_at,
  }
}

async function* serializeForSender(batches: AsyncIterable<StoredMessage[]>) {
  for await (const batch of batches)
    for (const { name, email, number, subject, site_url, zip_codes, body, received_at } of batch)
      yield { name, email, number, subject, siteUrl: site_url, zipCodes: zip_codes, message: body, receivedAt: received_at }
}
