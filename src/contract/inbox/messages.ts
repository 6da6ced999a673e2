import * as z from 'zod/mini'
import { defineEndpoint } from '../grammar/endpoint.ts'
import { paging } from '../grammar/paging.ts'
import { idParams, writeReply } from '../grammar/reply.ts'
import { emailIfAny, plainText, searchWords } from '../grammar/text.ts'

/** Spec section 3. */
const messageStatuses = ['UnRead', 'Read'] as const
export const messageStatus = z.enum(messageStatuses, { error: `messageStatus must be one of: ${messageStatuses.join(', ')}.` })
export type MessageStatus = z.infer<typeof messageStatus>

/** Where a message lies; only the inbox is shown unasked. */
export const messagePlaces = ['inbox', 'archive', 'spam'] as const
export const messagePlace = z.enum(messagePlaces, { error: `place must be one of: ${messagePlaces.join(', ')}.` })
export type MessagePlace = z.infer<typeof messagePlace>

/** Nothing is done with more messages at once than a page shows. */
export const MOST_AT_ONCE = 20

/** Between two messages. */
export const SEARCH_PLACE = /^\d{1,16}\.[0-9a-f-]{36}$/

/** The most characters in one line of the form, and in the message. */
const MAX_LINE = 200
const MAX_MESSAGE = 10_000

const optionalText = (label: string, most = MAX_LINE) => z._default(plainText(label, { optional: true, most }), '')

/** What the sender writes. No field is required (spec section 5); one with nothing in it at all is no message. */
const written = {
  name: optionalText('Name'),
  email: z._default(emailIfAny('Email'), ''),
  number: optionalText('Phone number'),
  subject: optionalText('Subject'),
  message: optionalText('Message', MAX_MESSAGE),
}

const sent = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  number: z.string(),
  subject: z.string(),
  message: z.string(),
  messageStatus,
})

const kept = z.extend(sent, {
  _place: messagePlace,
  /** Epoch ms. */
  _receivedAt: z.number(),
})
export type Message = z.infer<typeof kept>

const tag = 'messages'

/** The contact form. `messageStatus` is taken as the spec's client sends it, but every message begins unread. */
export const addMessage = defineEndpoint({
  method: 'POST',
  path: '/add-message',
  access: 'anyone',
  limit: 'message',
  once: true,
  summary: 'Send the business a message',
  tag,
  body: z
    .strictObject({
      ...written,
      messageStatus: z._default(messageStatus, 'UnRead'),
      /** Left empty by people, who do not see it. */
      website: optionalText('Website'),
      /** From the call below: when the form was shown. Programs that use no form leave it out. */
      form: z.optional(plainText('form', { optional: true, most: MAX_LINE })),
    })
    .check(
      z.refine((values) => Object.keys(written).some((name) => values[name as keyof typeof written].trim() !== ''), {
        path: ['message'],
        error: 'Write a few words, so that there is something to send.',
      }),
    ),
  reply: writeReply(sent),
  status: 201,
})

/** What a contact form carries with it: a signed note of when it was shown. */
export const openMessageForm = defineEndpoint({
  method: 'GET',
  path: '/message-form',
  access: 'anyone',
  summary: 'A new contact form',
  tag,
  reply: z.object({ form: z.string() }),
  status: 200,
})

export const listMessages = defineEndpoint({
  method: 'GET',
  path: '/messages',
  access: 'admin',
  summary: 'Messages, newest first; a search looks through so many at a time, and says with `x-older` where it goes on',
  tag,
  query: z.object({
    ...paging,
    messageStatus: z.optional(messageStatus),
    place: z._default(messagePlace, 'inbox'),
    /** Words that must all be in it. */
    search: z._default(searchWords(), ''),
    /** The `x-older` of the search before, which goes on there. */
    before: z.optional(z.string().check(z.regex(SEARCH_PLACE, 'before must be the x-older of another search.'))),
  }),
  paged: true,
  reply: z.array(kept),
  status: 200,
})

export const oneMessage = defineEndpoint({
  method: 'GET',
  path: '/message/:id',
  access: 'admin',
  summary: 'One message',
  tag,
  params: idParams,
  reply: kept,
  status: 200,
})

/** Read by Mark Read; back to UnRead by reopening it. */
export const markMessage = defineEndpoint({
  method: 'PUT',
  path: '/message/:id',
  access: 'admin',
  summary: 'Mark a message read or unread',
  tag,
  params: idParams,
  body: z.strictObject({ messageStatus }),
  reply: writeReply(kept),
  status: 200,
})

export const moveMessage = defineEndpoint({
  method: 'PUT',
  path: '/message-place/:id',
  access: 'admin',
  summary: 'Move a message to the inbox, the archive or the spam',
  tag,
  params: idParams,
  body: z.strictObject({ place: messagePlace }),
  reply: writeReply(kept),
  status: 200,
})

/** The same for several at once: what was ticked on a page. */
export const changeMessages = defineEndpoint({
  method: 'PUT',
  path: '/messages',
  access: 'admin',
  summary: 'Mark or move several messages',
  tag,
  body: z
    .strictObject({
      ids: z
        .array(idParams.shape.id)
        .check(
          z.minLength(1, 'Name at least one message.'),
          z.maxLength(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} messages can be changed at once.`),
        ),
      messageStatus: z.optional(messageStatus),
      place: z.optional(messagePlace),
    })
    .check(
      z.refine(({ messageStatus, place }) => (messageStatus === undefined) !== (place === undefined), {
        path: ['messageStatus'],
        error: 'Send either messageStatus or place.',
      }),
    ),
  reply: z.object({ message: z.string(), records: z.array(kept) }),
  status: 200,
})

const counted = z.object({ UnRead: z.number(), Read: z.number() })

/** However many there are, this takes as long. */
export const messageTotals = defineEndpoint({
  method: 'GET',
  path: '/message-totals',
  access: 'admin',
  summary: 'How many messages lie in each place',
  tag,
  reply: z.object({ inbox: counted, archive: counted, spam: counted }),
  status: 200,
})
export type MessageTotals = z.infer<typeof messageTotals.reply>

/** The next older one in the inbox, and from the oldest on the newest again. */
export const nextUnread = defineEndpoint({
  method: 'GET',
  path: '/next-unread/:id',
  access: 'admin',
  summary: 'The unread message to read after this one',
  tag,
  params: idParams,
  reply: z.object({ next: z.nullable(kept) }),
  status: 200,
})
