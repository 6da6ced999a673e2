import { HtmlForm } from '../../forms/html-form.tsx'
import { AccountSection, CollapsibleForm, StatusBadge, useAccountFormPath } from './account-section-parts.tsx'
import { type YourAccountFormAnswer, yourAccountFormFields } from './your-account-forms.ts'

export function EmailConfirmationSection({ email, isVerified }: { email: string; isVerified: boolean }) {
  const action = useAccountFormPath()
  return (
    <AccountSection id="email" title="Email">
      <p className="account-fact">
        {email} <StatusBadge isPositive={isVerified}>{isVerified ? 'Confirmed' : 'Not confirmed yet'}</StatusBadge>
      </p>
      {!isVerified && (
        <>
          <p>We sent a link to this address. Open it to confirm that the address is yours.</p>
          <HtmlForm name="confirmation" action={action} busyLabel="Sending…">
            <button type="submit" className="button button-outline">
              Send the link again
            </button>
          </HtmlForm>
        </>
      )}
    </AccountSection>
  )
}

export function PasswordSection({ hasPassword, answer }: { hasPassword: boolean; answer: YourAccountFormAnswer | undefined }) {
  return (
    <AccountSection id="password" title="Password">
      {hasPassword ? (
        <>
          <p>Changing it logs out all your other devices.</p>
          <CollapsibleForm
            name="password"
            summary="Change your password"
            fields={yourAccountFormFields.password}
            answer={answer}
            submit="Change password"
            busy="Changing…"
          />
        </>
      ) : (
        <p>
          You log in with Google, so your account has no password. To add one, <a href="/reset">ask for a link</a>.
        </p>
      )}
    </AccountSection>
  )
}
