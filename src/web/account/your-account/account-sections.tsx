import type { EndpointResult } from '#contract/core/endpoint.ts'
import type { getEmailChangeEndpoint, getOwnAccountEndpoint, OwnSession } from '#contract/people/own-account-security.ts'
import { HtmlForm } from '../../forms/html-form.tsx'
import { FormButton } from '../../ui/link-button.tsx'
import { AccountSection, CollapsibleForm, StatusBadge, useAccountFormPath } from './account-section-parts.tsx'
import { type YourAccountFormAnswer, yourAccountFormFields } from './your-account-forms.ts'

type EmailProps = {
  account: EndpointResult<typeof getOwnAccountEndpoint>
  emailChange: EndpointResult<typeof getEmailChangeEndpoint>
  answer: YourAccountFormAnswer | undefined
}

export function EmailSection({ account: { email, isVerified, hasPassword }, emailChange, answer }: EmailProps) {
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
            <FormButton buttonStyle="outline">Send the link again</FormButton>
          </HtmlForm>
        </>
      )}
      {emailChange.email ? (
        <>
          <p>
            You asked to change it to {emailChange.email}. Please use the link that we sent to{' '}
            {emailChange.waitsFor
              .map((side) => (side === 'old' ? email : emailChange.email))
              .join(' and the one that we sent to ')}
            , within 24 hours.
          </p>
          <HtmlForm name="cancel-email" action={action} busyLabel="Canceling…">
            <FormButton buttonStyle="outline">Cancel the change</FormButton>
          </HtmlForm>
        </>
      ) : hasPassword ? (
        <CollapsibleForm
          name="email"
          summary="Change your email"
          fields={yourAccountFormFields.email}
          answer={answer}
          submit="Send the links"
          busy="Sending…"
        >
          <p>
            We send a link to both addresses, and you use both. Your orders move along, and your other devices are logged out. You
            then log in with the new email and your password.
          </p>
        </CollapsibleForm>
      ) : (
        <p>To change it, add a password first.</p>
      )}
    </AccountSection>
  )
}

type PasswordSectionProps = { email: string; hasPassword: boolean; answer: YourAccountFormAnswer | undefined }

export function PasswordSection({ email, hasPassword, answer }: PasswordSectionProps) {
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
            initialValues={{ username: email }}
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

type SecondFactorProps = { account: EndpointResult<typeof getOwnAccountEndpoint>; answer: YourAccountFormAnswer | undefined }

/** Lets the person set up, renew or turn off the second factor. Each needs the password, if the account has one. */
export function SecondFactorSection({ account, answer }: SecondFactorProps) {
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

type DevicesProps = { sessions: readonly OwnSession[] /** Epoch ms. */; now: number }

export function DevicesSection({ sessions, now }: DevicesProps) {
  const action = useAccountFormPath()
  return (
    <AccountSection id="devices" title="Devices">
      <p>Where your account is logged in. If you don’t recognize one, log it out and change your password.</p>
      <ul className="devices">
        {sessions.map((session) => (
          <Device key={session._id} session={session} now={now} />
        ))}
      </ul>
      {sessions.some(({ isThis }) => !isThis) && (
        <HtmlForm name="end-others" action={action} busyLabel="Logging out…">
          <FormButton buttonStyle="outline">Log out all other devices</FormButton>
        </HtmlForm>
      )}
    </AccountSection>
  )
}

function Device({ session, now }: { session: OwnSession; now: number }) {
  const { _id: id, device, address: ipAddress, signedInAt, lastSeenAt, isThis } = session
  const action = useAccountFormPath()
  return (
    <li>
      <div>
        <p className="account-fact">
          <strong id={`device-${id}`}>{device}</strong> {isThis && <StatusBadge isPositive>This device</StatusBadge>}
        </p>
        <p className="device-facts">
          {ipAddress && `${ipAddress} · `}logged in {formatTimeAgo(signedInAt, now)} · last seen{' '}
          {isThis ? 'now' : formatTimeAgo(lastSeenAt, now)}
        </p>
      </div>
      {isThis ? (
        <HtmlForm action="/sign-out" busyLabel="Logging out…" isNativeSubmit>
          <FormButton buttonStyle="ink">Log out</FormButton>
        </HtmlForm>
      ) : (
        <HtmlForm name="end" action={action} fields={yourAccountFormFields.end} initialValues={{ id }} busyLabel="Logging out…">
          <FormButton id={`end-${id}`} aria-labelledby={`end-${id} device-${id}`} buttonStyle="ink">
            Log out
          </FormButton>
        </HtmlForm>
      )}
    </li>
  )
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const relativeTimeFormat = new Intl.RelativeTimeFormat('en-US')

/** Formats the elapsed time. Relative, because the server doesn't know the reader's time zone. Times are epoch ms. */
function formatTimeAgo(time: number, now: number): string {
  const elapsedMs = Math.max(0, now - time)
  if (elapsedMs < 2 * MINUTE) return 'a moment ago'
  if (elapsedMs < HOUR) return relativeTimeFormat.format(-Math.floor(elapsedMs / MINUTE), 'minute')
  if (elapsedMs < DAY) return relativeTimeFormat.format(-Math.floor(elapsedMs / HOUR), 'hour')
  return relativeTimeFormat.format(-Math.floor(elapsedMs / DAY), 'day')
}
