import type { Call } from '../../../contract/endpoint.ts'
import { type MessagePlace, type MessageStatus, markMessage, moveMessage } from '../../../contract/messages.ts'
import { Refusal } from '../../../contract/refusal.ts'

/** Which of the page's forms it is. */
export const FORM = 'message'

/** The field of the form that says what is to be done. */
export const ACT = 'act'

/** What can be done with a message, by the value of its button. */
export type Act = MessageStatus | MessagePlace

/** Does what the button says. */
export async function carryOut(call: Call, id: string, act: string) {
  if (act === 'Read' || act === 'UnRead') return call(markMessage, { params: { id }, body: { messageStatus: act } })
  if (act === 'inbox' || act === 'archive' || act === 'spam') return call(moveMessage, { params: { id }, body: { place: act } })
  throw new Refusal(400, 'The form does not say what is to be done with the message.')
}
