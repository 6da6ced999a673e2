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
  note: defineForm(noteFields, ({ call, values: { email, text }, key }) =>
    call(addCustomerNoteEndpoint, { body: { email, text }, key }),
  ),
  deleteNote: defineForm({ id: hiddenFieldSpec }, ({ call, values: { id } }) =>
    call(deleteCustomerNoteEndpoint, { params: { id } }),
  ),
  followUp: defineForm(followUpFields, async ({ call, values: { email, on, note } }) => {
    // The call takes an empty date to clear it.
    if (on === '') throw new UserError(400, NO_DATE, 'on')
    return call(setFollowUpEndpoint, { body: { email, on, note } })
  }),
  clearFollowUp: defineForm({ email: hiddenFieldSpec }, ({ call, values: { email } }) =>
    call(setFollowUpEndpoint, { body: { email, on: '', note: '' } }),
  ),
  erase: defineForm({ email: hiddenFieldSpec }, ({ call, values: { email } }) =>
    call(eraseCustomerNotesMessagesAndFilesEndpoint, { body: { email } }),
  ),
}
