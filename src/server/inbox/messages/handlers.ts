import { Refusal } from '../../../contract/grammar/refusal.ts'
import {
  addMessage,
  changeMessages,
  listMessages,
  type Message,
  type MessagePlace,
  type MessageStatus,
  markMessage,
  messageTotals,
  moveMessage,
  nextUnread,
  oneMessage,
  openMessageForm,
} from '../../../contract/inbox/messages.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import { mayBeCounted } from '../../site/visits/visits.ts'
import type { MessageChange, Messages, StoredMessage } from './messages.ts'

/** Spec section 8. */
const SENT = 'Message is Updated'
const MARKED: Record<MessageStatus, string> = { Read: 'Message is Read', UnRead: 'The message is unread again.' }
const MOVED: Record<MessagePlace, string> = {
  inbox: 'The message is in the inbox.',
  archive: 'The message is in the archive.',
  spam: 'The message is in the spam.',
}

/** The calls of spec section 7 about messages, and ours beside them. */
export function messageHandlers(messages: Messages): Handled[] {
  return [
    handled(addMessage, async ({ body }, { once, headers }) => {
      // Where it was put is nobody's business but the owner's: who sends spam gets the usual answer.
      const isCounted = mayBeCounted(headers.get('dnt'), headers.get('sec-gpc'))
      const _id = await messages.receive(body, isCounted, once)
      const { name, email, number, subject, message } = body
      return { message: SENT, record: { _id, name, email, number, subject, message, messageStatus: 'UnRead' as const } }
    }),
    handled(openMessageForm, async () => ({ form: messages.issueForm() })),
    handled(listMessages, async ({ query }) => {
      const { records, ...rest } = await messages.list(query)
      return { records: records.map(toWire), ...rest }
    }),
    handled(oneMessage, async ({ params }) => toWire(known(await messages.find(params.id)))),
    handled(markMessage, async ({ params, body: { messageStatus: status } }) => ({
      message: doneWith(1, { status }),
      record: toWire(known((await messages.change([params.id], { status }))[0])),
    })),
    handled(moveMessage, async ({ params, body: { place } }) => ({
      message: doneWith(1, { place }),
      record: toWire(known((await messages.change([params.id], { place }))[0])),
    })),
    handled(changeMessages, async ({ body: { ids, messageStatus, place } }) => {
      const change = { ...(messageStatus && { status: messageStatus }), ...(place && { place }) }
      const changed = await messages.change(ids, change)
      known(changed[0])
      return { message: doneWith(changed.length, change), records: changed.map(toWire) }
    }),
    handled(messageTotals, () => messages.totals()),
    handled(nextUnread, async ({ params }) => {
      const next = await messages.nextUnread(known(await messages.find(params.id)))
      return { next: next ? toWire(next) : null }
    }),
  ]
}

/** What is said of a change. */
function doneWith(count: number, { status, place = 'inbox' }: MessageChange): string {
  if (count === 1) return status ? MARKED[status] : MOVED[place]
  const words = status ? { Read: 'are read', UnRead: 'are unread again' }[status] : `are in the ${place}`
  return `${count} messages ${words}.`
}

function known(message: StoredMessage | undefined): StoredMessage {
  if (!message) throw new Refusal(404, 'There is no such record.')
  return message
}

function toWire({ id, name, email, number, subject, body, status, place, received_at }: StoredMessage): Message {
  const written = { name, email, number, subject, message: body }
  return { _id: id, ...written, messageStatus: status, _place: place, _receivedAt: received_at }
}
