import type { Call } from '../../../contract/grammar/endpoint.ts'
import { CONFIRMATION, isLoggedOut, isRefusal, Refusal } from '../../../contract/grammar/refusal.ts'
import { confirmPassword } from '../../../contract/people/sessions.ts'
import { Field, fieldId } from '../../forms/field.tsx'
import { lastAnswer, type Saving } from './saving.tsx'

type Props = {
  /** What the ids of the form's fields begin with. */
  form: string
  saving: Saving
  error: string | undefined
}

/** Asks for the password where the last answer did. */
export function Confirmation({ form, saving, error }: Props) {
  const last = lastAnswer(saving)
  if (!last || !(CONFIRMATION in last.fields)) return null
  return (
    <Field id={fieldId(form, CONFIRMATION)} label="Your password" help="What you entered is still here." error={error}>
      {(control) => (
        <input {...control} name={CONFIRMATION} type="password" autoComplete="current-password" className="control" />
      )}
    </Field>
  )
}

/** Gives the password once more, where the form came back to ask for it. */
export async function confirm(call: Call, password: string | undefined): Promise<void> {
  if (!password) return
  await call(confirmPassword, { body: { password } }).catch((error: unknown) => {
    if (!isRefusal(error) || isLoggedOut(error)) throw error
    throw new Refusal(error.status, error.message, { [CONFIRMATION]: error.fields?.password ?? error.message })
  })
}
