import { redirect } from 'react-router'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { addOrderMessageEndpoint, MAX_FILES_PER_MESSAGE, markOrderMessagesReadEndpoint } from '#contract/work/conversation.ts'
import { defineFileUploadForm, defineForm, type FormDefinition } from '../forms/form-action.ts'
import { hiddenFieldSpec } from '../forms/form-field.tsx'
import { computeIdempotencyKey, FORM_RENDERING_ID_FIELD } from '../forms/form-idempotency-key.ts'
import { attachedFileFields, REMOVE_FILE_BUTTON_NAME, readAttachedFiles, uploadChosenOrderFiles } from './order-file-field.tsx'

export const ORDER_MESSAGE_FORM_NAME = 'message'
export const MARK_READ_FORM_NAME = 'read'
/** The button that saves a note of the team. */
export const TEAM_NOTE_BUTTON_NAME = 'internal'
export const CONVERSATION_ANCHOR = 'conversation'

/** `upTo` is the last message that the page shows. */
export const orderMessageFormFields = {
  upTo: hiddenFieldSpec,
  text: { type: 'textarea', label: 'Your message' },
} as const
/** The files of a refused message stay attached to it. */
const readFields = { upTo: hiddenFieldSpec, ...attachedFileFields } as const

/** Creates the forms of a page with the messages of the order `:id`. A message is text, files or both. */
export function createConversationForms(buildPagePath: (id: string) => string): Readonly<Record<string, FormDefinition>> {
  return {
    [ORDER_MESSAGE_FORM_NAME]: defineFileUploadForm(
      async (callWithForm, { call, params: { id = '' }, postedValues }) => {
        await uploadChosenOrderFiles(callWithForm, id, postedValues, MAX_FILES_PER_MESSAGE)
        if (postedValues[REMOVE_FILE_BUTTON_NAME] !== undefined) return { notice: 'File removed' }
        const { text = '', upTo = '', [FORM_RENDERING_ID_FIELD]: formId } = postedValues
        const internal = postedValues[TEAM_NOTE_BUTTON_NAME] !== undefined
        const body = { text, files: [...readAttachedFiles(postedValues).keys()], internal }
        // A reload sends the same text and file again, and must not send a second message.
        await call(addOrderMessageEndpoint, { params: { orderId: id }, body, key: computeIdempotencyKey(formId, body) })
        // Who answers has read what the page showed. A note answers nothing.
        if (!internal) await markRead(call, id, upTo)
        return redirect(`${buildPagePath(id)}#${CONVERSATION_ANCHOR}`)
      },
      { ...orderMessageFormFields, ...attachedFileFields },
    ),
    [MARK_READ_FORM_NAME]: defineForm(readFields, async ({ call, params: { id = '' }, values: { upTo } }) => {
      await markRead(call, id, upTo)
      // Shows the same page: a redirect would lose a message that isn't sent yet.
      return { notice: 'Marked as read' }
    }),
  }
}

async function markRead(call: ApiCallFunction, orderId: string, upTo: string): Promise<void> {
  if (upTo !== '') await call(markOrderMessagesReadEndpoint, { params: { orderId }, body: { upTo } })
}
