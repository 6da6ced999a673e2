import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import {
  changeMessages,
  type Message,
  type MessagePlace,
  type MessageStatus,
  markMessage,
  moveMessage,
} from '../../../../contract/inbox/messages.ts'
import type { Values } from '../../../forms/form-action.ts'

/** Which of the page's forms it is. */
export const FORM = 'message'

/** The field of the form that says what is to be done: an act, in a table also with the one message that it is about. */
export const ACT = 'act'

/** What can be done with a message, by the value of its button. */
export type Act = MessageStatus | MessagePlace

/** What can be done with a message as it is now, the likeliest first. */
export function actsOn({ messageStatus, _place }: Pick<Message, 'messageStatus' | '_place'>): { act: Act; words: string }[] {
  return [
    messageStatus === 'UnRead'
      ? ({ act: 'Read', words: 'Mark Read' } as const)
      : ({ act: 'UnRead', words: 'Mark unread' } as const),
    ...(_place === 'inbox' ? [{ act: 'archive', words: 'Archive' } as const] : []),
    ...(_place === 'archive' ? [{ act: 'inbox', words: 'Move to inbox' } as const] : []),
    _place === 'spam' ? ({ act: 'inbox', words: 'Not spam' } as const) : ({ act: 'spam', words: 'Mark as spam' } as const),
  ]
}

/** The likeliest of them, for its row in a table: what is unread is read first, what was read is put away. */
export function actsOnRow(message: Pick<Message, 'messageStatus' | '_place'>) {
  const rare: Act = message.messageStatus === 'UnRead' ? 'archive' : 'UnRead'
  return actsOn(message).filter(({ act }) => act !== rare)
}

/** Does what the button says. */
export async function carryOut(call: Call, id: string, act: string) {
  const change = changeBy(act)
  const params = { id }
  return 'place' in change ? call(moveMessage, { params, body: change }) : call(markMessage, { params, body: change })
}

/** Does what the button of a table says: with the one message that it names, otherwise with those that are ticked. */
export async function carryOutTicked(call: Call, said: string, posted: Values) {
  const [act = '', id] = said.split(' ')
  const ids = id === undefined ? tickedIn(posted) : [id]
  if (ids.length === 0) throw new Refusal(400, 'Tick the messages that it is about first.')
  return call(changeMessages, { body: { ids, ...changeBy(act) } })
}

const TICK = 'tick '

/** The name of the box that ticks a message. */
export function tickName(id: string): string {
  return TICK + id
}

function tickedIn(posted: Values): string[] {
  return Object.keys(posted)
    .filter((name) => name.startsWith(TICK))
    .map((name) => name.slice(TICK.length))
}

function changeBy(act: string): { messageStatus: MessageStatus } | { place: MessagePlace } {
  if (act === 'Read' || act === 'UnRead') return { messageStatus: act }
  if (act === 'inbox' || act === 'archive' || act === 'spam') return { place: act }
  throw new Refusal(400, 'The form does not say what is to be done with the message.')
}
