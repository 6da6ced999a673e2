import { TextField } from '../../forms/text-field.tsx'
import { newPasswordField, passwordField } from '../fields.ts'
import type { AccountAnswer } from './answer.ts'
import { Part } from './part.tsx'
import { PartForm } from './part-form.tsx'

type Props = { hasPassword: boolean; answer: AccountAnswer | undefined }

export function PasswordPart({ hasPassword, answer }: Props) {
  const fields = answer?.fields ?? {}
  return (
    <Part id="password" title="Password">
      {hasPassword ? (
        <>
          <p>A new password logs all your other devices out.</p>
          <PartForm
            form="password"
            summary="Change your password"
            isOpen={answer?.form === 'password'}
            submit="Change password"
            busy="Changing…"
          >
            <TextField {...passwordField} name="current" label="Current password" minLength={1} error={fields.current} />
            <TextField {...newPasswordField} name="newPassword" label="New password" error={fields.newPassword} />
          </PartForm>
        </>
      ) : (
        <p>
          You log in with Google, and your account has no password. To have one as well, <a href="/reset">ask for a link</a>.
        </p>
      )}
    </Part>
  )
}
