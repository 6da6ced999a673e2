import type { ReplyOf } from '../../../contract/grammar/endpoint.ts'
import type { ownAccount } from '../../../contract/people/sessions.ts'
import { type AccountAnswer, accountFields } from './account-forms.ts'
import { Part, PartForm, State } from './account-part.tsx'

type Props = { account: ReplyOf<typeof ownAccount>; answer: AccountAnswer | undefined }

/** Set up, renew, turn off; each needs the password, where there is one. */
export function SecondFactorPart({ account, answer }: Props) {
  const { hasSecondFactor, isVerified, needsSecondFactor, codesLeft } = account
  const shared = { answer, fields: account.hasPassword ? accountFields.confirmed : {}, busy: 'One moment…' }
  if (!hasSecondFactor) {
    return (
      <Part id="second-factor" title="Second factor">
        <p>
          <State isGood={false}>Off</State>
        </p>
        <p>
          After your password you enter a code from an app on your phone. Whoever gets hold of your password still cannot log in.
        </p>
        {isVerified ? (
          <PartForm {...shared} name="begin" summary="Set up a second factor" isOpen={needsSecondFactor} submit="Begin" />
        ) : (
          <p>Confirm your email address first; then you can set it up here.</p>
        )}
      </Part>
    )
  }
  return (
    <Part id="second-factor" title="Second factor">
      <p className="account-fact">
        <State isGood>On</State> {codesLeft === 1 ? '1 recovery code is' : `${codesLeft} recovery codes are`} left.
      </p>
      <PartForm {...shared} name="renew" summary="Make new recovery codes" submit="Make new codes">
        <p>The codes that you have now will stop working.</p>
      </PartForm>
      <PartForm {...shared} name="turn-off" summary="Turn the second factor off" submit="Turn it off" look="outline">
        <p>For a new phone, turn it off and set it up again.</p>
      </PartForm>
    </Part>
  )
}
