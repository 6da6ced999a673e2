import { ProblemSummary } from '../../forms/problem-summary.tsx'
import { UnlistedMeta } from '../../layout/unlisted-meta.tsx'
import type { AccountAnswer } from './answer.ts'
import { Devices } from './devices.tsx'
import { EmailPart } from './email-part.tsx'
import type { Loaded } from './loaded.ts'
import { PasswordPart } from './password-part.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'

type Props = Loaded & { answer: AccountAnswer | undefined }

/** All parts of the account, each with its own forms. */
export function Overview({ account, sessions, now, notice, answer }: Props) {
  const fields = answer?.fields ?? {}
  return (
    <main id="main" tabIndex={-1} className="container your-account">
      <UnlistedMeta title="Your account" hasProblem={answer?.error !== undefined} />
      {answer?.error && <ProblemSummary answer={{ error: answer.error, fields, values: {} }} names={Object.keys(fields)} />}
      {notice && (
        <p role="status" className="good-news">
          {notice}
        </p>
      )}
      <h1 className="h1">Your account</h1>
      {account.needsSecondFactor && (
        <p className="account-notice">
          You are an admin, and this site asks its admins for a second factor. Set it up below: the admin area opens as soon as it
          works.
        </p>
      )}
      <EmailPart email={account.email} isVerified={account.isVerified} />
      <PasswordPart hasPassword={account.hasPassword} answer={answer} />
      <SecondFactorPart account={account} answer={answer} />
      <Devices sessions={sessions} now={now} />
    </main>
  )
}
