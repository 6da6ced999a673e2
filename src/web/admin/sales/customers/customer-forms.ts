import { UserError } from '#contract/core/user-error.ts'
import {
  addCustomerNoteEndpoint,
  deleteCustomerNoteEndpoint,
  eraseCustomerNotesMessagesAndFilesEndpoint,
  setFollowUpEndpoint,
} from '#contract/sales/customers.ts'
import { defineForm, type FormDefinition } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'

const NO_DATE = 'Choose a date, such as 2026-11-30.'

export const noteFields = { email: hiddenFieldSpec, text: { type: 'textarea', label: 'Note' } } as const
export const followUpFields = {
  email: hiddenFieldSpec,
  on: { type: 'date', label: 'Date', autoComplete: 'off' },
  note: { type: 'text', label: 'Reminder', help: 'Optional, such as: ask about the second office.', autoComplete: 'off' },
} as const

export const adminCustomerForms: Readonly<
  Record<'note' | 'deleteNote' | 'followUp' | 'clearFollowUp' | 'erase', FormDefinition>
> = {
  note: defineForm(noteFields, async ({ call, values: { email, text }, key }) => ({
    notice: (await call(addCustomerNoteEndpoint, { body: { email, text }, key })).message,
    values: {},
  })),
  deleteNote: defineForm({ id: hiddenFieldSpec }, async ({ call, values: { id } }) => ({
    notice: (await call(deleteCustomerNoteEndpoint, { params: { id } })).message,
  })),
  followUp: defineForm(followUpFields, async ({ call, values: { email, on, note } }) => {
    // The call takes an empty date to clear it.
    if (on === '') throw new UserError(400, NO_DATE, 'on')
    return { notice: (await call(setFollowUpEndpoint, { body: { email, on, note } })).message, values: {} }
  }),
  clearFollowUp: defineForm({ email: hiddenFieldSpec }, async ({ call, values: { email } }) => ({
    notice: (await call(setFollowUpEndpoint, { body: { email, on: '', note: '' } })).message,
  })),
  erase: defineForm({ email: hiddenFieldSpec }, async ({ call, values: { email } }) => ({
    notice: (await call(eraseCustomerNotesMessagesAndFilesEndpoint, { body: { email } })).message,
  })),
}
