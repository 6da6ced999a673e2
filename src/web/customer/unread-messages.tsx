import type { PageRequestContext } from '../../contract/core/page-renderer.ts'
import { listUnreadConversationsEndpoint, type UnreadConversation } from '../../contract/work/conversation.ts'
import { CONVERSATION_ANCHOR } from '../conversation/conversation-forms.ts'
import { ignoreTemporaryError } from './own-orders.ts'

/** How many orders the dashboard names. */
const MAX_NAMED = 3

/** Loads the orders with unread messages. A customer's only: an admin's messages stand in the admin area. */
export async function loadUnreadConversations({ call, viewer }: PageRequestContext): Promise<UnreadConversation[]> {
  if (viewer.kind === 'admin') return []
  const unread = await ignoreTemporaryError(call(listUnreadConversationsEndpoint, { query: { page: 1, size: MAX_NAMED } }))
  return unread?.records ?? []
}

/** Links the orders with unread messages. */
export function UnreadConversationLinks({ conversations }: { conversations: readonly UnreadConversation[] }) {
  return conversations.map(({ _id, number, unread }) => (
    <p key={_id} className="account-notice">
      <a href={`/my-order/${_id}#${CONVERSATION_ANCHOR}`}>
        {unread === 1 ? '1 new message' : `${unread} new messages`} about order {number}
      </a>
    </p>
  ))
}
