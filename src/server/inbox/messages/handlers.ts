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
  sendContactMessageEndpoint,
  setMessageReadStatusEndpoint,
  updateMessagesEndpoint,
} from '#contract/inbox/messages.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import { allowsTracking } from '../../site/visits/visits.ts'
import type { MessageChange, MessagesModule, StoredMessage } from './messages.ts'

/** The alert texts of P-119 and P-121. */
const SENT_MESSAGE = 'Message is Updated'
const STATUS_MESSAGES: Record<MessageReadStatus, string> = { Read: 'Message is Read', UnRead: 'Marked unread' }
const FOLDER_MESSAGES: Record<MessageFolder, string> = {
  inbox: 'Moved to the inbox',
  archive: 'Archived',
  spam: 'Moved to spam',
}

export function createMessageHandlers(messages: MessagesModule): EndpointHandler[] {
  return [
    defineHandler(sendContactMessageEndpoint, async ({ body }, caller) => {
      const isCounted = allowsTracking(caller.headers.get('dnt'), caller.headers.get('sec-gpc'))
      const _id = await messages.receive(body, isCounted, caller)
      const { name, email, number, subject, message } = body
      // The reply doesn't reveal the folder: a sender of spam gets the usual reply (P-124).
      return { message: SENT_MESSAGE, record: { _id, name, email, number, subject, message, messageStatus: 'UnRead' as const } }
    }),
    defineHandler(issueMessageFormTokenEndpoint, async () => ({ form: messages.issueFormToken() })),
    defineHandler(listMessagesEndpoint, async ({ query }) => {
      const { records, ...rest } = await messages.list(query)
      return { records: records.map(serializeMessage), ...rest }
    }),
    defineHandler(getMessageEndpoint, async ({ params }) => serializeMessage(requireMessage(await messages.find(params.id)))),
    defineHandler(setMessageReadStatusEndpoint, async ({ params, body: { messageStatus: status } }) => ({
      message: STATUS_MESSAGES[status],
      record: serializeMessage(requireMessage((await messages.change([params.id], { status }))[0])),
    })),
    defineHandler(updateMessagesEndpoint, async ({ body: { ids, messageStatus, place } }) => {
      const change = { ...(messageStatus && { status: messageStatus }), ...(place && { place }) }
      const updatedMessages = await messages.change(ids, change)
      requireMessage(updatedMessages[0])
      return { message: describeChange(updatedMessages.length, change), records: updatedMessages.map(serializeMessage) }
    }),
    defineHandler(getMessageCountsEndpoint, () => messages.countByFolder()),
    defineHandler(getNextUnreadMessageEndpoint, async ({ params }) => {
      const next = await messages.findNextUnread(requireMessage(await messages.find(params.id)))
      return { next: next ? serializeMessage(next) : null }
    }),
  ]
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
