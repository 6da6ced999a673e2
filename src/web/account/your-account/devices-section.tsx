import type { OwnSession } from '../../../contract/people/own-account-security.ts'
import { HtmlForm } from '../../forms/html-form.tsx'
import { AccountSection, StatusBadge, useAccountFormPath } from './account-section-parts.tsx'
import { yourAccountFormFields } from './your-account-forms.ts'

type Props = { sessions: readonly OwnSession[] /** Epoch ms. */; now: number }

export function DevicesSection({ sessions, now }: Props) {
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
          <button type="submit" className="button button-outline">
            Log out all other devices
          </button>
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
          <button type="submit" className="button button-ink">
            Log out
          </button>
        </HtmlForm>
      ) : (
        <HtmlForm name="end" action={action} fields={yourAccountFormFields.end} initialValues={{ id }} busyLabel="Logging out…">
          <button type="submit" id={`end-${id}`} aria-labelledby={`end-${id} device-${id}`} className="button button-ink">
            Log out
          </button>
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
