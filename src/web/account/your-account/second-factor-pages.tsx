import { ErrorSummary, SuccessNotice } from '../../forms/form-messages.tsx'
import { HtmlForm, HtmlFormFields } from '../../forms/html-form.tsx'
import { NoindexHead } from '../../layout/noindex-head.tsx'
import { truncateAtWord } from '../../layout/page-title.ts'
import { useBusinessFacts } from '../../layout/use-site-frame-content.ts'
import { appendReturnPath, useReturnPath } from '../../return-path.ts'
import { FormButton, LinkButton } from '../../ui/link-button.tsx'
import { QrCode } from './qr-code.tsx'
import { type YourAccountFormAnswer, yourAccountFormFields } from './your-account-forms.ts'

type Props = { secret: string; email: string; answer: YourAccountFormAnswer }

/** Shows the QR code, the secret as text, and the field that proves the app works. */
export function SetUpSecondFactorPage({ secret, email, answer }: Props) {
  const returnPath = useReturnPath()
  // A colon would end the issuer. The length limit keeps the QR code small.
  const issuer = encodeURIComponent(truncateAtWord(useBusinessFacts().name.replaceAll(':', ' '), 40))
  const otpAuthUrl = `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${encodeURIComponent(secret)}&issuer=${issuer}`
  return (
    <main id="main" tabIndex={-1} className="container account">
      <NoindexHead title="Set up two-step verification" hasProblem={answer.error !== undefined} />
      {answer.error && <ErrorSummary answer={answer} names={['code']} />}
      <h1 className="h1">Set up two-step verification</h1>
      <p className="lead">Use an authenticator app, such as Google Authenticator, 1Password or Aegis.</p>
      <ol className="set-up-steps">
        <li>
          <p>Scan this QR code with the app.</p>
          <QrCode text={otpAuthUrl} label="QR code for your authenticator app. You can also type the key below." />
          <p>
            Already on your phone? <a href={otpAuthUrl}>Open it in the app</a>.
          </p>
          <p>Or type this key into the app:</p>
          <p className="secret">
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </li>
        <li>
          <p>Enter the code that the app shows now.</p>
          <HtmlForm
            name="confirm"
            fields={yourAccountFormFields.confirm}
            answer={answer}
            initialValues={{ secret }}
            busyLabel="Checking…"
          >
            <HtmlFormFields />
            <FormButton>Turn on two-step verification</FormButton>
          </HtmlForm>
        </li>
      </ol>
      <p className="elsewhere">
        <a href={appendReturnPath('/account', returnPath)}>Not now</a>
      </p>
    </main>
  )
}

/** Returns the secret to set up. A secret that returns with a refused code is only displayed; the server keeps its own. */
export function getPendingSecret({ form, values, secret }: YourAccountFormAnswer): string | undefined {
  if (form !== 'confirm') return secret
  return values.secret && /^[A-Z2-7]{16,128}$/.test(values.secret) ? values.secret : undefined
}

type RecoveryCodesProps = { codes: readonly string[]; message: string }

/** Shows the recovery codes. They are never shown again. */
export function RecoveryCodesPage({ codes, message }: RecoveryCodesProps) {
  const returnPath = useReturnPath()
  const { name } = useBusinessFacts()
  const file = `Recovery codes for ${name}. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <main id="main" tabIndex={-1} className="container account recovery">
      <NoindexHead title="Your recovery codes" />
      <SuccessNotice notice={message} />
      <h1 className="h1">Your recovery codes</h1>
      <p className="lead">
        Without your phone, these are the only way in. Each works once. Print this page or save the codes now. You won’t see them
        again.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="recovery-file">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={`${truncateAtWord(name, 40)} recovery codes.txt`}
        >
          Save as a file
        </a>
      </p>
      <LinkButton href={returnPath ?? '/account'}>I saved them</LinkButton>
    </main>
  )
}
