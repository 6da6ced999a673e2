import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { isNotLoggedInError, isUserError, PASSWORD_CONFIRMATION_FIELD, UserError } from '#contract/core/user-error.ts'
import { confirmPasswordEndpoint } from '#contract/people/authentication.ts'
import { buildFieldId, LabeledField } from '../../forms/form-field.tsx'
import type { FormSubmission } from './form-submission.tsx'
import { defineUndoableForm } from './undoable-form.ts'

type Props = {
  /** The prefix of the fields' ids. */
  form: string
  submission: FormSubmission
  error: string | undefined
}

/** Shows a password field if the last answer asks for the password. */
export function PasswordConfirmationField({ form, submission, error }: Props) {
  if (!submission.answer || !(PASSWORD_CONFIRMATION_FIELD in submission.answer.fields)) return null
  return (
    <LabeledField
      id={buildFieldId(form, PASSWORD_CONFIRMATION_FIELD)}
      label="Your password"
      help="Your entries are still here."
      error={error}
    >
      {(control) => (
        <input
          {...control}
          name={PASSWORD_CONFIRMATION_FIELD}
          type="password"
          autoComplete="current-password"
          className="control"
        />
      )}
    </LabeledField>
  )
}

/** Defines a form that confirms the admin's password before its own call, if the form has one. */
export const definePasswordConfirmedForm: typeof defineUndoableForm = (fields, handler) =>
  defineUndoableForm(fields, async (submittedForm) => {
    await submitPasswordConfirmation(submittedForm.call, submittedForm.postedValues[PASSWORD_CONFIRMATION_FIELD])
    return handler(submittedForm)
  })

/** Confirms the admin's password, if the form has one. Throws a `UserError` for the password field if it is wrong. */
export async function submitPasswordConfirmation(call: ApiCallFunction, password: string | undefined): Promise<void> {
  if (!password) return
  await call(confirmPasswordEndpoint, { body: { password } }).catch((error: unknown) => {
    if (!isUserError(error) || isNotLoggedInError(error)) throw error
    throw new UserError(error.status, error.message, { [PASSWORD_CONFIRMATION_FIELD]: error.fields?.password ?? error.message })
  })
}
