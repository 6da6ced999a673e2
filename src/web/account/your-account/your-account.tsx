import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { ReplyOf } from '../../../contract/grammar/endpoint.ts'
import { publicPage } from '../../../contract/grammar/public-pages.ts'
import { type OwnSession, ownAccount, ownSessions } from '../../../contract/people/sessions.ts'
import { formActions } from '../../forms/form-action.ts'
import { ErrorSummary, SuccessNotice } from '../../forms/form-answer.tsx'
import { UnlistedMeta } from '../../layout/page-meta.tsx'
import { readNotice, withNotice } from '../../notice.ts'
import { visitOf } from '../../visit.ts'
import { type AccountAnswer, accountForms } from './account-forms.ts'
import { Part } from './account-part.tsx'
import { EmailPart, PasswordPart } from './credential-parts.tsx'
import { Devices } from './devices.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import { SetUp, secretIn } from './set-up.tsx'

/** The account, where it is logged in, the time of the answer (epoch ms), and what to say once. */
type Loaded = { account: ReplyOf<typeof ownAccount>; sessions: OwnSession[]; now: number; notice?: string }

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = visitOf(context)
  const [account, sessions, notice] = await Promise.all([call(ownAccount, {}), call(ownSessions, {}), readNotice(request)])
  const loaded: Loaded = { account, sessions, now: Date.now() }
  return notice ? withNotice(request, notice, loaded) : loaded
}

export const action = formActions(accountForms)

/** The person's own page: one thing at a time while a second factor is being set up. */
export function Page() {
  const loaded = useLoaderData<Loaded>()
  const answer = useActionData<AccountAnswer>()
  const secret = answer && secretIn(answer)
  if (answer?.recoveryCodes) return <RecoveryCodes codes={answer.recoveryCodes} message={answer.notice ?? ''} />
  if (answer && secret) return <SetUp secret={secret} email={loaded.account.email} answer={answer} />
  return <Overview {...loaded} answer={answer} />
}

/** All parts of the account, each with its own forms. */
function Overview({ account, sessions, now, notice, answer }: Loaded & { answer: AccountAnswer | undefined }) {
  return (
    <main id="main" tabIndex={-1} className="container your-account">
      <UnlistedMeta title="Your account" hasProblem={answer?.error !== undefined} />
      {answer?.error && <ErrorSummary answer={answer} names={['password', 'newPassword']} />}
      <SuccessNotice notice={notice} />
      <nav aria-label="Breadcrumb" className="crumbs">
        <a href="/dashboard">Dashboard</a> <span aria-hidden="true">/</span> <span aria-current="page">Your account</span>
      </nav>
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
      <Part id="orders" title="Orders">
        <p>
          What you ordered and paid for, with every receipt and invoice, is in <a href="/my-order">My Orders</a>.
        </p>
      </Part>
      <Part id="data" title="Your data">
        <p>
          Our <a href={publicPage('Privacy').path}>Privacy</a> page says what we keep about you and for how long. To have any of
          it corrected or deleted, <a href={publicPage('Contact').path}>write to us</a>.
        </p>
      </Part>
    </main>
  )
}
