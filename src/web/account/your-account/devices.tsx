import type { OwnSession } from '../../../contract/sessions.ts'
import { ago } from './ago.ts'
import { Part } from './part.tsx'
import { State } from './state.tsx'

type Props = { sessions: readonly OwnSession[] /** Epoch ms. */; now: number }

/** Where the account is logged in, each with a way to end it. */
export function Devices({ sessions, now }: Props) {
  return (
    <Part id="devices" title="Devices">
      <p>Where your account is logged in. If you do not recognise one, log it out and change your password.</p>
      <ul className="devices">
        {sessions.map((session) => (
          <Device key={session._id} session={session} now={now} />
        ))}
      </ul>
      {sessions.some(({ isThis }) => !isThis) && (
        <form method="post" data-busy="Logging out…" data-send>
          <input type="hidden" name="_form" value="end-others" />
          <button type="submit" className="button button-outline">
            Log out all other devices
          </button>
        </form>
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
        <form method="post" action="/sign-out" data-busy="Logging out…">
          <button type="submit" className="button button-ink">
            Log out
          </button>
        </form>
      ) : (
        <form method="post" data-busy="Ending…" data-send>
          <input type="hidden" name="_form" value="end" />
          <input type="hidden" name="id" value={id} />
          <button type="submit" id={`end-${id}`} aria-labelledby={`end-${id} device-${id}`} className="button button-ink">
            End
          </button>
        </form>
      )}
    </li>
  )
}
