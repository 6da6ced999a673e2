import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema, orderIdParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import { textSchema } from '../core/text-schemas.ts'
import { ORDER_FILE_HELP, orderFileSchema } from './order-files.ts'

export const MAX_FILES_PER_MESSAGE = 10
/** What the form of a message says about its files. */
export const MESSAGE_FILES_HELP = `Up to ${MAX_FILES_PER_MESSAGE} files: ${ORDER_FILE_HELP}`
/** How many messages a customer may send about an order before its first payment. */
export const MAX_MESSAGES_BEFORE_PAYMENT = 10

/** Who wrote a message or added a file. Every admin is the team. */
export const conversationSides = ['team', 'customer'] as const
export type ConversationSide = (typeof conversationSides)[number]

const orderMessage = z.object({
  _id: z.string(),
  /** Plain text. Empty only if the message has files. */
  text: z.string(),
  from: z.enum(conversationSides),
  /** The admin who wrote it. Only admins' replies have it. */
  author: z.optional(z.string()),
  /** Epoch ms. */
  sentAt: z.number(),
  /** A note of the team. Only admins' replies have such messages. */
  internal: z.optional(z.literal(true)),
  /** The customer wrote last, and waits for an answer to this. Only admins' replies have it. */
  waiting: z.optional(z.literal(true)),
  /** The caller's side hasn't read it. */
  unread: z.optional(z.literal(true)),
  files: z.array(orderFileSchema),
})
export type OrderMessage = z.output<typeof orderMessage>

export const listOrderMessagesEndpoint = defineEndpoint('GET /order-messages/:orderId', 'signedIn', {
  summary: 'List the messages of an order, oldest first; customers get only their own',
  params: orderIdParamsSchema,
  query: z.object(pagingQueryShape),
  paged: 'oldestFirst',
  reply: z.array(orderMessage),
})

/** A message is never changed or deleted. */
export const addOrderMessageEndpoint = defineEndpoint('POST /order-message/:orderId', 'signedIn', {
  limit: 'orderMessage',
  idempotent: true,
  summary: 'Write a message about an order',
  params: orderIdParamsSchema,
  body: z
    .strictObject({
      /** May be empty if there are files. */
      text: textSchema('Message', { optional: true }),
      /** Files of this order, uploaded before. */
      files: z._default(
        z
          .array(idParamsSchema.shape.id, 'files must be a list of ids.')
          .check(z.maxLength(MAX_FILES_PER_MESSAGE, `A message can have at most ${MAX_FILES_PER_MESSAGE} files.`)),
        [],
      ),
      /** Only the team reads it. Admins only. */
      internal: z._default(z.boolean('internal must be true or false.'), false),
    })
    .check(
      z.refine(({ text, files }) => text.trim() !== '' || files.length > 0, {
        error: 'Please enter a message.',
        path: ['text'],
      }),
    ),
  reply: buildMessageAndRecordSchema(orderMessage),
  status: 201,
})

const unreadCount = z.object({ unread: z.number() })

/** Marks the other side's messages up to this one as read. Never unmarks any. */
export const markOrderMessagesReadEndpoint = defineEndpoint('PUT /order-messages-read/:orderId', 'signedIn', {
  summary: 'Mark the messages of an order as read, up to one of them',
  params: orderIdParamsSchema,
  body: z.strictObject({ upTo: idParamsSchema.shape.id }),
  reply: buildMessageAndRecordSchema(unreadCount),
})

/** Takes the order off the list of messages that wait for an answer, until the customer writes again. */
export const markOrderMessagesAnsweredEndpoint = defineEndpoint('PUT /order-messages-answered/:orderId', 'admin', {
  summary: 'Say that the customer’s last message needs no answer',
  params: orderIdParamsSchema,
  body: z.strictObject({ upTo: idParamsSchema.shape.id }),
  reply: buildMessageAndRecordSchema(unreadCount),
})

const unreadConversation = z.object({
  /** The order's id and number. */
  _id: z.string(),
  number: z.number(),
  unread: z.number(),
  /** Epoch ms. */
  lastMessageAt: z.number(),
})
export type UnreadConversation = z.output<typeof unreadConversation>

export function describeUnreadMessages(count: number): string {
  return count === 1 ? '1 new message' : `${count} new messages`
}

/** Customers get their own orders with messages from the team. Admins get all orders with messages from customers. */
export const listUnreadConversationsEndpoint = defineEndpoint('GET /unread-order-messages', 'signedIn', {
  summary: 'List the orders with unread messages, the latest message first',
  query: z.object(pagingQueryShape),
  paged: true,
  reply: z.array(unreadConversation),
})
