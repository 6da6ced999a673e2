import type { ApiCall } from '../../../contract/core/endpoint.ts'
import { isNotLoggedInError, isUserError, PASSWORD_CONFIRMATION_FIELD, UserError } from '../../../contract/core/user-error.ts'
import { confirmPassword } from '../../../contract/people/sessions.ts'
import { Field, fieldId } from '../../forms/form-field.tsx'
import { type FormSubmission, getLastAnswer } from './form-submission.tsx'

type Props = {
  /** What the ids of the form's fields begin with. */
  form: string
  submission: FormSubmission
  error: string | undefined
}

/** Asks for the password where the last answer did. */
export function PasswordConfirmation({ form, submission, error }: Props) {
  const lastFormAnswer = getLastAnswer(submission)
  if (!lastFormAnswer || !(PASSWORD_CONFIRMATION_FIELD in lastFormAnswer.fields)) return null
  return (
    <Field
      id={fieldId(form, PASSWORD_CONFIRMATION_FIELD)}
      label="Your password"
      help="What you entered is still here."
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
    </Field>
  )
}

/** Gives the password once more, where the form came back to ask for it. */
export async function submitPasswordConfirmation(call: ApiCall, password: string | undefined): Promise<void> {
  if (!password) return
  await call(confirmPassword, { body: { password } }).catch((error: unknown) => {
    if (!isUserError(error) || isNotLoggedInError(error)) throw error
    throw new UserError(error.status, error.message, { [PASSWORD_CONFIRMATION_FIELD]: error.fields?.password ?? error.message })
  })
}
