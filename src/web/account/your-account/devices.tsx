import type { OwnSession } from '../../../contract/people/sessions.ts'
import { DocumentForm } from '../../forms/document-form.tsx'
import { accountFields } from './account-forms.ts'
import { Part, State } from './account-part.tsx'

type Props = { sessions: readonly OwnSession[] /** Epoch ms. */; now: number }

/** Where the account is logged in, each with a way to end it. */
export function Devices({ sessions, now }: Props) {
  return (
    <Part id="devices" title="Devices">
      <p>Where your account is logged in. If you do not recognize one, log it out and change your password.</p>
      <ul className="devices">
        {sessions.map((session) => (
          <Device key={session._id} session={session} now={now} />
        ))}
      </ul>
      {sessions.some(({ isThis }) => !isThis) && (
        <DocumentForm name="end-others" busy="Logging out…">
          <button type="submit" className="button button-outline">
            Log out all other devices
          </button>
        </DocumentForm>
      )}
    </Part>
  )
}

function Device({ session, now }: { session: OwnSession; now: number }) {
  const { _id: id, device, address, signedInAt, lastSeenAt, isThis } = session
  return (
    <li>
      <div>
        <p className="account-fact">
          <strong id={`device-${id}`}>{device}</strong> {isThis && <State isGood>This device</State>}
        </p>
        <p className="device-facts">
          {address && `${address} · `}logged in {ago(signedInAt, now)} · last seen {isThis ? 'now' : ago(lastSeenAt, now)}
        </p>
      </div>
      {isThis ? (
        <DocumentForm action="/sign-out" busy="Logging out…" isPlain>
          <button type="submit" className="button button-ink">
            Log out
          </button>
        </DocumentForm>
      ) : (
        <DocumentForm name="end" fields={accountFields.end} initial={{ id }} busy="Ending…">
          <button type="submit" id={`end-${id}`} aria-labelledby={`end-${id} device-${id}`} className="button button-ink">
            End
          </button>
        </DocumentForm>
      )}
    </li>
  )
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const words = new Intl.RelativeTimeFormat('en-US')

/** How long ago, in words: the server does not know the reader's clock. Times are epoch ms. */
function ago(time: number, now: number): string {
  const passed = Math.max(0, now - time)
  if (passed < 2 * MINUTE) return 'a moment ago'
  if (passed < HOUR) return words.format(-Math.floor(passed / MINUTE), 'minute')
  if (passed < DAY) return words.format(-Math.floor(passed / HOUR), 'hour')
  return words.format(-Math.floor(passed / DAY), 'day')
}
