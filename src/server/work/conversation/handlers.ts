import {
  addOrderMessageEndpoint,
  listOrderMessagesEndpoint,
  listUnreadConversationsEndpoint,
  markOrderMessagesReadEndpoint,
} from '#contract/work/conversation.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { ConversationModule } from './conversation.ts'

export function createConversationHandlers(conversation: ConversationModule): EndpointHandler[] {
  return [
    defineHandler(listOrderMessagesEndpoint, ({ params, query }, { person }) => conversation.list(params.orderId, person, query)),
    defineHandler(addOrderMessageEndpoint, async ({ params, body }, { person, idempotency }) => ({
      message: body.internal ? 'Note added' : 'Message sent',
      record: await conversation.add(params.orderId, person, body, idempotency),
    })),
    defineHandler(markOrderMessagesReadEndpoint, async ({ params, body }, { person }) => ({
      message: 'Marked as read',
      record: await conversation.markRead(params.orderId, person, body.upTo),
    })),
    defineHandler(listUnreadConversationsEndpoint, ({ query }, { person }) =>
      conversation.listUnreadConversations(person, query),
    ),
  ]
}
