import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import { optionalEmailSchema, searchQuerySchema, type TextOptions, textSchema } from '../core/text-schemas.ts'

/** The statuses of a message (P-121). */
const messageStatuses = ['UnRead', 'Read'] as const
export const messageReadStatusSchema = z.enum(messageStatuses, {
  error: `messageStatus must be one of: ${messageStatuses.join(', ')}.`,
})
export type MessageReadStatus = z.infer<typeof messageReadStatusSchema>

/** The folder of a message. Lists show the inbox unless the caller names another folder. */
export const messageFolders = ['inbox', 'archive', 'spam'] as const
const messageFolder = z.enum(messageFolders, { error: `place must be one of: ${messageFolders.join(', ')}.` })
export type MessageFolder = z.infer<typeof messageFolder>

/** Why the site takes a message for spam. Only messages that earlier versions stored have the last two. */
const spamReasons = ['sentByProgram', 'onlyLinks', 'repeated', 'sellsLinks', 'sellsPills'] as const
export type SpamReason = (typeof spamReasons)[number]

/** The number of messages on the largest page. */
export const MAX_MESSAGES_PER_UPDATE = 20

/** The time and id of the last message that a search read. */
export const MESSAGE_SEARCH_CURSOR_PATTERN = /^\d{1,16}\.[0-9a-f-]{36}$/

/** In characters. */
const MAX_LINE_LENGTH = 200
const MAX_MESSAGE_LENGTH = 10_000

const optionalText = (label: string, options: Pick<TextOptions, 'maxLength' | 'isIdentifier'> = {}) =>
  z._default(textSchema(label, { optional: true, maxLength: MAX_LINE_LENGTH, ...options }), '')

/** What the sender writes. No field is required (P-117), but a message needs some text. */
const formFields = {
  name: optionalText('Name'),
  email: z._default(optionalEmailSchema('Email'), ''),
  number: optionalText('Phone number', { isIdentifier: true }),
  subject: optionalText('Subject'),
  /** The sender's website. The name `website` belongs to the hidden field. */
  siteUrl: optionalText('Website', { isIdentifier: true }),
  zipCodes: optionalText('ZIP codes', { isIdentifier: true }),
  message: optionalText('Message', { maxLength: MAX_MESSAGE_LENGTH }),
}

const sentMessage = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  number: z.string(),
  subject: z.string(),
  message: z.string(),
  messageStatus: messageReadStatusSchema,
})

const storedMessage = z.extend(sentMessage, {
  siteUrl: z.string(),
  zipCodes: z.string(),
  _place: messageFolder,
  /** Null if the site took the message for an ordinary one. */
  _spamReason: z.nullable(z.enum(spamReasons)),
  /** Epoch ms. */
  _receivedAt: z.number(),
})
export type Message = z.infer<typeof storedMessage>

/** The contact form. The original client sends `messageStatus`, but every message begins unread (P-119). */
export const sendContactMessageEndpoint = defineEndpoint('POST /add-message', 'anyone', {
  limit: 'message',
  idempotent: true,
  summary: 'Send the business a message',
  body: z
    .strictObject({
      ...formFields,
      messageStatus: z._default(messageReadStatusSchema, 'UnRead'),
      /** A hidden field. Spam programs fill it in, and so do some browsers. */
      website: optionalText('Website'),
      /** From `issueMessageFormToken`: when the page showed the form. Clients without a form leave it out. */
      form: z.optional(textSchema('form', { optional: true, maxLength: MAX_LINE_LENGTH, isIdentifier: true })),
    })
    .check(
      z.refine((values) => Object.keys(formFields).some((name) => values[name as keyof typeof formFields].trim() !== ''), {
        path: ['message'],
        error: 'Please enter a message.',
      }),
    ),
  reply: buildMessageAndRecordSchema(sentMessage),
  status: 201,
})

/** Returns a signed timestamp for a contact form. */
export const issueMessageFormTokenEndpoint = defineEndpoint('GET /message-form', 'anyone', {
  summary: 'Get a token for a new contact form',
  reply: z.object({ form: z.string() }),
})

export const listMessagesEndpoint = defineEndpoint('GET /messages', 'admin', {
  summary: 'List messages, newest first. A search reads a limited number of messages; `x-older` is the cursor for the next ones.',
  query: z.object({
    ...pagingQueryShape,
    messageStatus: z.optional(messageReadStatusSchema),
    place: z._default(messageFolder, 'inbox'),
    /** Words that the message must all contain. */
    search: z._default(searchQuerySchema(), ''),
    /** The `x-older` of the previous search page. */
    before: z.optional(z.string().check(z.regex(MESSAGE_SEARCH_CURSOR_PATTERN, 'before must be the x-older of another search.'))),
  }),
  paged: true,
  reply: z.array(storedMessage),
})

export const getMessageEndpoint = defineEndpoint('GET /message/:id', 'admin', {
  summary: 'Get one message',
  params: idParamsSchema,
  reply: storedMessage,
})

/** `Mark Read` sends `Read`. Reopening a message sends `UnRead`. */
export const setMessageReadStatusEndpoint = defineEndpoint('PUT /message/:id', 'admin', {
  summary: 'Mark a message read or unread',
  params: idParamsSchema,
  body: z.strictObject({ messageStatus: messageReadStatusSchema }),
  reply: buildMessageAndRecordSchema(storedMessage),
})

/** Changes the messages that an admin selected on a page. */
export const updateMessagesEndpoint = defineEndpoint('PUT /messages', 'admin', {
  summary: 'Mark or move several messages',
  body: z
    .strictObject({
      ids: z
        .array(idParamsSchema.shape.id)
        .check(
          z.minLength(1, 'Choose at least one message.'),
          z.maxLength(MAX_MESSAGES_PER_UPDATE, `You can change at most ${MAX_MESSAGES_PER_UPDATE} messages at once.`),
        ),
      messageStatus: z.optional(messageReadStatusSchema),
      place: z.optional(messageFolder),
    })
    .check(
      z.refine(({ messageStatus, place }) => (messageStatus === undefined) !== (place === undefined), {
        path: ['messageStatus'],
        error: 'Send either messageStatus or place.',
      }),
    ),
  reply: z.object({ message: z.string(), records: z.array(storedMessage) }),
})

const statusCounts = z.object({ UnRead: z.number(), Read: z.number() })

/** Counts the rows on an index, which takes under 10 ms for 100,000 messages (decision 38). */
export const getMessageCountsEndpoint = defineEndpoint('GET /message-totals', 'admin', {
  summary: 'Count the messages in each folder',
  reply: z.object({ inbox: statusCounts, archive: statusCounts, spam: statusCounts }),
})
export type MessageFolderCounts = z.infer<typeof getMessageCountsEndpoint.reply>

/** Returns the next older unread message in the inbox. After the oldest, starts again with the newest. */
export const getNextUnreadMessageEndpoint = defineEndpoint('GET /next-unread/:id', 'admin', {
  summary: 'Get the next unread message after this one',
  params: idParamsSchema,
  reply: z.object({ next: z.nullable(storedMessage) }),
})
