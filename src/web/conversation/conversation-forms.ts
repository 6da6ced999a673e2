import { redirect } from 'react-router'
import type { ApiCallFunction } from '../../contract/core/endpoint.ts'
import { addOrderMessageEndpoint, markOrderMessagesReadEndpoint } from '../../contract/work/conversation.ts'
import { uploadOrderFileEndpoint } from '../../contract/work/order-files.ts'
import { defineFileUploadForm, defineForm, type FormDefinition } from '../forms/form-action.ts'
import { hiddenFieldSpec } from '../forms/form-field.tsx'

export const ORDER_MESSAGE_FORM_NAME = 'message'
export const FILE_FORM_NAME = 'orderFile'
export const MARK_READ_FORM_NAME = 'read'
/** The button that saves a note of the team. */
export const TEAM_NOTE_BUTTON_NAME = 'internal'
export const CONVERSATION_ANCHOR = 'conversation'

/** `upTo` is the last message that the page shows. */
export const orderMessageFormFields = {
  upTo: hiddenFieldSpec,
  text: { type: 'textarea', label: 'Your message', required: true },
} as const
const readFields = { upTo: hiddenFieldSpec } as const

/** Creates the forms of a page with the messages of the order `:id`. Each returns to the messages of that page. */
export function createConversationForms(buildPagePath: (id: string) => string): Readonly<Record<string, FormDefinition>> {
  const returnToMessages = (id: string) => redirect(`${buildPagePath(id)}#${CONVERSATION_ANCHOR}`)
  return {
    [ORDER_MESSAGE_FORM_NAME]: defineForm(
      orderMessageFormFields,
      async ({ call, params: { id = '' }, values: { text, upTo }, postedValues, key }) => {
        const body = { text, files: [], internal: postedValues[TEAM_NOTE_BUTTON_NAME] !== undefined }
        await call(addOrderMessageEndpoint, { params: { orderId: id }, body, key })
        // Who answers has read what the page showed. A note answers nothing.
        if (!body.internal) await markRead(call, id, upTo)
        return returnToMessages(id)
      },
    ),
    [FILE_FORM_NAME]: defineFileUploadForm(async (callWithForm, { call, params: { id = '' } }) => {
      const params = { orderId: id }
      const { record } = await callWithForm(uploadOrderFileEndpoint, { params })
      // A reload sends the same file again, and must not send a second message.
      await call(addOrderMessageEndpoint, { params, body: { text: '', files: [record._id], internal: false }, key: record._id })
      return returnToMessages(id)
    }),
    [MARK_READ_FORM_NAME]: defineForm(readFields, async ({ call, params: { id = '' }, values: { upTo } }) => {
      await markRead(call, id, upTo)
      return returnToMessages(id)
    }),
  }
}

async function markRead(call: ApiCallFunction, orderId: string, upTo: string): Promise<void> {
  if (upTo !== '') await call(markOrderMessagesReadEndpoint, { params: { orderId }, body: { upTo } })
}
