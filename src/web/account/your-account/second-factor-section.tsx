import type { EndpointResult } from '../../../contract/core/endpoint.ts'
import type { getOwnAccountEndpoint } from '../../../contract/people/own-account-security.ts'
import { AccountSection, CollapsibleForm, StatusBadge } from './account-section-parts.tsx'
import { type YourAccountFormAnswer, yourAccountFormFields } from './your-account-forms.ts'

type Props = { account: EndpointResult<typeof getOwnAccountEndpoint>; answer: YourAccountFormAnswer | undefined }

/** Lets the person set up, renew or turn off the second factor. Each needs the password, if the account has one. */
export function SecondFactorSection({ account, answer }: Props) {
  const { hasSecondFactor, isVerified, needsSecondFactor, codesLeft } = account
  const formProps = { answer, fields: account.hasPassword ? yourAccountFormFields.confirmed : {}, busy: 'One moment…' }
  if (!hasSecondFactor) {
    return (
      <AccountSection id="second-factor" title="Two-step verification">
        <p>
          <StatusBadge isPositive={false}>Off</StatusBadge>
        </p>
        <p>After your password, you enter a code from an app on your phone. A stolen password alone won’t let anyone in.</p>
        {isVerified ? (
          <CollapsibleForm
            {...formProps}
            name="begin"
            summary="Set up two-step verification"
            isOpen={needsSecondFactor}
            submit="Continue"
          />
        ) : (
          <p>Confirm your email address first. Then you can set it up here.</p>
        )}
      </AccountSection>
    )
  }
  return (
    <AccountSection id="second-factor" title="Two-step verification">
      <p className="account-fact">
        <StatusBadge isPositive>On</StatusBadge> {codesLeft === 1 ? '1 recovery code is' : `${codesLeft} recovery codes are`}{' '}
        left.
      </p>
      <CollapsibleForm {...formProps} name="renew" summary="Get new recovery codes" submit="Get new codes">
        <p>Your current codes will stop working.</p>
      </CollapsibleForm>
      <CollapsibleForm
        {...formProps}
        name="turn-off"
        summary="Turn off two-step verification"
        submit="Turn it off"
        buttonStyle="outline"
      >
        <p>For a new phone, turn it off and set it up again.</p>
      </CollapsibleForm>
    </AccountSection>
  )
}
