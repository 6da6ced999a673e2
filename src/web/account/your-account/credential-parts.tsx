import { DocumentForm } from '../../forms/document-form.tsx'
import { type AccountAnswer, accountFields } from './account-forms.ts'
import { Part, PartForm, State } from './account-part.tsx'

export function EmailPart({ email, isVerified }: { email: string; isVerified: boolean }) {
  return (
    <Part id="email" title="Email">
      <p className="account-fact">
        {email} <State isGood={isVerified}>{isVerified ? 'Confirmed' : 'Not confirmed yet'}</State>
      </p>
      {!isVerified && (
        <>
          <p>We sent a link to this address. Open it to confirm that the address is yours.</p>
          <DocumentForm name="confirmation" busy="Sending…">
            <button type="submit" className="button button-outline">
              Send the link again
            </button>
          </DocumentForm>
        </>
      )}
    </Part>
  )
}

export function PasswordPart({ hasPassword, answer }: { hasPassword: boolean; answer: AccountAnswer | undefined }) {
  return (
    <Part id="password" title="Password">
      {hasPassword ? (
        <>
          <p>Changing it logs out all your other devices.</p>
          <PartForm
            name="password"
            summary="Change your password"
            fields={accountFields.password}
            answer={answer}
            submit="Change password"
            busy="Changing…"
          />
        </>
      ) : (
        <p>
          You log in with Google, and your account has no password. To have one as well, <a href="/reset">ask for a link</a>.
        </p>
      )}
    </Part>
  )
}
