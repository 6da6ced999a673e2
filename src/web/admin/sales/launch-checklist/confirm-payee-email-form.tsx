import { PASSWORD_CONFIRMATION_FIELD } from '../../../../contract/core/user-error.ts'
import { confirmPayeeEmailEndpoint } from '../../../../contract/sales/launch-checklist.ts'
import { defineForm } from '../../../forms/form-action.ts'
import type { FormFieldSpecsByName } from '../../../forms/html-form.tsx'
import type { FormSubmission } from '../../forms/form-submission.tsx'
import { submitPasswordConfirmation } from '../../forms/password-confirmation-field.tsx'
import { LaunchChecklistFormPanel } from './launch-checklist-form-panel.tsx'

/** Names the form within its page. */
export const CONFIRM_PAYEE_EMAIL_FORM_NAME = 'payee'

const fields = {
  paypalEmail: {
    type: 'email',
    label: 'Payment account email',
    help: 'Retype it to catch typos.',
    autoComplete: 'off',
  },
} as const satisfies FormFieldSpecsByName

export const confirmPayeeEmailForm = defineForm(fields, async ({ call, values: { paypalEmail = '' }, postedValues }) => {
  await submitPasswordConfirmation(call, postedValues[PASSWORD_CONFIRMATION_FIELD])
  return { notice: (await call(confirmPayeeEmailEndpoint, { body: { paypalEmail: paypalEmail.trim() } })).message, values: {} }
})

/** Asks for the payment account's email a second time. */
export function ConfirmPayeeEmailForm({ submission }: { submission: FormSubmission }) {
  return (
    <LaunchChecklistFormPanel
      id="confirm"
      title="Confirm the payment account"
      submission={submission}
      fields={fields}
      button={['Confirm payment account', 'Checking…']}
    />
  )
}
