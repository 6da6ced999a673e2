import { Part } from './part.tsx'
import { State } from './state.tsx'

export function EmailPart({ email, isVerified }: { email: string; isVerified: boolean }) {
  return (
    <Part id="email" title="Email">
      <p className="account-fact">
        {email} <State isGood={isVerified}>{isVerified ? 'Confirmed' : 'Not confirmed yet'}</State>
      </p>
      {!isVerified && (
        <>
          <p>We sent a link to this address. Open it to confirm that the address is yours.</p>
          <form method="post" data-busy="Sending…" data-send>
            <input type="hidden" name="_form" value="confirmation" />
            <button type="submit" className="button button-outline">
              Send the link again
            </button>
          </form>
        </>
      )}
    </Part>
  )
}
