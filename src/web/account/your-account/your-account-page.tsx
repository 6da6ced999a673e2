import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { EndpointReply } from '../../../contract/core/endpoint.ts'
import { getPublicPage } from '../../../contract/core/public-pages.ts'
import { getOwnAccountEndpoint, listOwnSessionsEndpoint, type OwnSession } from '../../../contract/people/sessions.ts'
import { getWorkEmailsEndpoint, type WorkEmails } from '../../../contract/people/work-emails.ts'
import { readFlashNotice, respondWithFlashNotice } from '../../flash-notice.ts'
import { createFormActions } from '../../forms/form-action.ts'
import { ErrorSummary, SuccessNotice } from '../../forms/form-messages.tsx'
import { NoindexMeta } from '../../layout/noindex-meta.tsx'
import { useSiteFrameContent } from '../../layout/site-frame-content.ts'
import { isPagePublished } from '../../load-page-content.ts'
import { getVisit } from '../../visit-context.ts'
import { type AccountAnswer, accountForms } from './account-forms.ts'
import { AccountSection } from './account-section.tsx'
import { EmailSection, PasswordSection } from './credential-sections.tsx'
import { DevicesSection } from './devices-section.tsx'
import { RecoveryCodesPage } from './recovery-codes-page.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { getPendingSecret, SetUpSecondFactorPage } from './set-up-second-factor-page.tsx'
import { WorkEmailsSection } from './work-emails-section.tsx'

type LoaderData = {
  account: EndpointReply<typeof getOwnAccountEndpoint>
  sessions: OwnSession[]
  /** Only admins have it. */
  workEmails?: WorkEmails
  /** The time of the reply, in epoch ms. */
  now: number
  notice?: string
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call, viewer } = getVisit(context)
  const [account, sessions, choice, notice] = await Promise.all([
    call(getOwnAccountEndpoint, {}),
    call(listOwnSessionsEndpoint, {}),
    viewer.kind === 'admin' ? call(getWorkEmailsEndpoint, {}) : undefined,
    readFlashNotice(request),
  ])
  const loaderData: LoaderData = { account, sessions, ...choice, now: Date.now() }
  return notice ? respondWithFlashNotice(request, notice, loaderData) : loaderData
}

export const action = createFormActions(accountForms)

/** Shows the account. While the person sets up a second factor, shows only that. */
export function Page() {
  const loaderData = useLoaderData<LoaderData>()
  const answer = useActionData<AccountAnswer>()
  const secret = answer && getPendingSecret(answer)
  if (answer?.recoveryCodes) return <RecoveryCodesPage codes={answer.recoveryCodes} message={answer.notice ?? ''} />
  if (answer && secret) return <SetUpSecondFactorPage secret={secret} email={loaderData.account.email} answer={answer} />
  return <AccountOverview {...loaderData} answer={answer} />
}

function AccountOverview({
  account,
  sessions,
  workEmails,
  now,
  notice,
  answer,
}: LoaderData & { answer: AccountAnswer | undefined }) {
  const { content } = useSiteFrameContent()
  return (
    <main id="main" tabIndex={-1} className="container your-account">
      <NoindexMeta title="Your account" hasProblem={answer?.error !== undefined} />
      {answer?.error && <ErrorSummary answer={answer} names={['password', 'newPassword', 'workEmails']} />}
      <SuccessNotice notice={notice} />
      <nav aria-label="Breadcrumb" className="breadcrumbs">
        <a href="/dashboard">Dashboard</a> <span aria-hidden="true">/</span> <span aria-current="page">Your account</span>
      </nav>
      <h1 className="h1">Your account</h1>
      {account.needsSecondFactor && (
        <p className="account-notice">
          You’re an admin, and this site requires two-step verification for its admins. Set it up below, and the admin area opens.
        </p>
      )}
      <EmailSection email={account.email} isVerified={account.isVerified} />
      <PasswordSection hasPassword={account.hasPassword} answer={answer} />
      <SecondFactorSection account={account} answer={answer} />
      <DevicesSection sessions={sessions} now={now} />
      {workEmails && <WorkEmailsSection workEmails={workEmails} answer={answer} />}
      <AccountSection id="orders" title="Orders">
        <p>
          What you ordered and paid for, with every receipt and invoice, is in <a href="/my-order">My Orders</a>.
        </p>
      </AccountSection>
      <AccountSection id="data" title="Your data">
        <p>
          {isPagePublished('Privacy', content) && (
            <>
              Our <a href={getPublicPage('Privacy').path}>Privacy</a> page says what we keep about you and for how long.{' '}
            </>
          )}
          To have your data corrected or deleted, <a href={getPublicPage('Contact').path}>write to us</a>.
        </p>
      </AccountSection>
    </main>
  )
}
