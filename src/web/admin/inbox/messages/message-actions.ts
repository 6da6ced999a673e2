import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  type Message,
  type MessageFolder,
  type MessageReadStatus,
  setMessageReadStatusEndpoint,
  updateMessagesEndpoint,
} from '#contract/inbox/messages.ts'
import type { Values } from '#web/forms/form-action.ts'
import { getSelectedIds } from '../../shell/row-selection.tsx'

/** Names the form within its page. */
export const MESSAGE_ACTION_FORM_NAME = 'message'

/** The form field of the action. In a table row, a space and the message's id follow the action. */
export const ACTION_FIELD = 'act'

/** The value of an action's button. */
type MessageAction = MessageReadStatus | MessageFolder

/** Returns the actions that apply to a message, the likeliest first. */
export function getMessageActions({
  messageStatus,
  _place,
}: Pick<Message, 'messageStatus' | '_place'>): { action: MessageAction; actionLabel: string }[] {
  return [
    messageStatus === 'UnRead'
      ? ({ action: 'Read', actionLabel: 'Mark Read' } as const)
      : ({ action: 'UnRead', actionLabel: 'Mark unread' } as const),
    ...(_place === 'inbox' ? [{ action: 'archive', actionLabel: 'Archive' } as const] : []),
    ...(_place === 'archive' ? [{ action: 'inbox', actionLabel: 'Move to inbox' } as const] : []),
    _place === 'spam'
      ? ({ action: 'inbox', actionLabel: 'Not spam' } as const)
      : ({ action: 'spam', actionLabel: 'Mark as spam' } as const),
  ]
}

/** Returns the likelier actions, for a table row. Admins read an unread message first and archive a read one. */
export function getMessageRowActions(message: Pick<Message, 'messageStatus' | '_place'>) {
  const leastLikelyAction: MessageAction = message.messageStatus === 'UnRead' ? 'archive' : 'UnRead'
  return getMessageActions(message).filter(({ action }) => action !== leastLikelyAction)
}

/** Applies a button's action. Throws a UserError if the action is unknown. */
export async function applyActionToMessage(call: ApiCallFunction, id: string, action: string) {
  const change = parseMessageAction(action)
  return 'place' in change
    ? call(updateMessagesEndpoint, { body: { ids: [id], ...change } })
    : call(setMessageReadStatusEndpoint, { params: { id }, body: change })
}

/** Applies a table button's action to the message that it names, else to all selected messages. */
export async function applyActionToSelected(call: ApiCallFunction, submittedAction: string, formValues: Values) {
  const [action = '', id] = submittedAction.split(' ')
  const ids = id === undefined ? getSelectedIds(formValues) : [id]
  if (ids.length === 0) throw new UserError(400, 'Select one or more messages first.')
  return call(updateMessagesEndpoint, { body: { ids, ...parseMessageAction(action) } })
}

function parseMessageAction(action: string): { messageStatus: MessageReadStatus } | { place: MessageFolder } {
  if (action === 'Read' || action === 'UnRead') return { messageStatus: action }
  if (action === 'inbox' || action === 'archive' || action === 'spam') return { place: action }
  throw new UserError(400, 'Choose what to do with the message.')
}
