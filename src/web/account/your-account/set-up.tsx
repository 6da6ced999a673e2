import { ProblemSummary } from '../../forms/problem-summary.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useBusiness } from '../../layout/frame-content.ts'
import { clip } from '../../layout/page-title.ts'
import { UnlistedMeta } from '../../layout/unlisted-meta.tsx'
import { codeField } from '../fields.ts'
import { useRemembered, withRemembered } from '../remembered.ts'
import type { AccountAnswer } from './answer.ts'
import { QrCode } from './qr-code.tsx'

type Props = { secret: string; email: string; answer: AccountAnswer }

/** The picture for the app, the same as text, and the proof that the app has it. */
export function SetUp({ secret, email, answer }: Props) {
  const from = useRemembered()
  // A colon would end the issuer, and the picture holds only so much.
  const issuer = encodeURIComponent(clip(useBusiness().name.replaceAll(':', ' '), 40))
  const address = `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${encodeURIComponent(secret)}&issuer=${issuer}`
  const fields = answer.fields ?? {}
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title="Set up your second factor" hasProblem={answer.error !== undefined} />
      {answer.error && <ProblemSummary answer={{ error: answer.error, fields, values: {} }} names={['code']} />}
      <h1 className="h1">Set up your second factor</h1>
      <p className="lead">With an authenticator app, such as Google Authenticator, 1Password or Aegis.</p>
      <ol className="set-up-steps">
        <li>
          <p>Scan this picture with the app.</p>
          <QrCode text={address} label="QR code for your authenticator app; the key below says the same" />
          <p>
            On the phone itself, <a href={address}>open it in the app</a>.
          </p>
          <p>Or type this key into the app:</p>
          <p className="secret">
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </li>
        <li>
          <p>Enter the code that the app shows now.</p>
          <form method="post" noValidate data-busy="Checking…" data-send>
            <input type="hidden" name="_form" value="confirm" />
            <input type="hidden" name="secret" value={secret} />
            <TextField {...codeField} error={fields.code} />
            <button type="submit" className="button">
              Turn the second factor on
            </button>
          </form>
        </li>
      </ol>
      <p className="elsewhere">
        <a href={withRemembered('/account', from)}>Not now</a>
      </p>
    </main>
  )
}
