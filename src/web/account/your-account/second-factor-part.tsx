import { TextField } from '../../forms/text-field.tsx'
import { passwordField } from '../fields.ts'
import type { AccountAnswer } from './answer.ts'
import type { Loaded } from './loaded.ts'
import { Part } from './part.tsx'
import { PartForm } from './part-form.tsx'
import { State } from './state.tsx'

type Props = { account: Loaded['account']; answer: AccountAnswer | undefined }

/** Set up, renew, turn off; each needs the password, where there is one. */
export function SecondFactorPart({ account, answer }: Props) {
  const { hasSecondFactor, isVerified, needsSecondFactor, codesLeft } = account
  const ask = (name: string) =>
    account.hasPassword && (
      <TextField {...passwordField} name={name} label="Your password" minLength={1} error={answer?.fields?.[name]} />
    )
  const isOpen = (form: AccountAnswer['form']) => answer?.form === form
  if (!hasSecondFactor) {
    return (
      <Part id="second-factor" title="Second factor">
        <p>
          <State isGood={false}>Off</State>
        </p>
        <p>
          With a second factor you enter a code from an app on your phone after your password. Somebody who knows your password
          alone does not get in.
        </p>
        {isVerified ? (
          <PartForm
            form="begin"
            summary="Set up a second factor"
            isOpen={needsSecondFactor || isOpen('begin')}
            submit="Begin"
            busy="One moment…"
          >
            {ask('beginPassword')}
          </PartForm>
        ) : (
          <p>Please confirm your email address first.</p>
        )}
      </Part>
    )
  }
  return (
    <Part id="second-factor" title="Second factor">
      <p className="account-fact">
        <State isGood>On</State> {codesLeft === 1 ? '1 recovery code is' : `${codesLeft} recovery codes are`} left.
      </p>
      <PartForm
        form="renew"
        summary="Make new recovery codes"
        isOpen={isOpen('renew')}
        submit="Make new codes"
        busy="One moment…"
      >
        <p>The codes that you have now will stop working.</p>
        {ask('renewPassword')}
      </PartForm>
      <PartForm
        form="turn-off"
        summary="Turn the second factor off"
        isOpen={isOpen('turn-off')}
        submit="Turn it off"
        busy="One moment…"
        look="outline"
      >
        <p>For a new phone, turn it off and set it up again.</p>
        {ask('turnOffPassword')}
      </PartForm>
    </Part>
  )
}
