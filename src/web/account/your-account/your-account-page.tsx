import { type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import { getPublicPage } from '#contract/core/public-pages.ts'
import { getEmailChangeEndpoint, getOwnAccountEndpoint, listOwnSessionsEndpoint } from '#contract/people/own-account-security.ts'
import { getWorkEmailFrequencyEndpoint } from '#contract/people/work-email-frequency.ts'
import { addFlashNoticeToData } from '../../flash-notices.ts'
import { createNamedFormsAction } from '../../forms/form-action.ts'
import { ErrorSummary, SuccessNotice } from '../../forms/form-messages.tsx'
import { HtmlForm, HtmlFormFields } from '../../forms/html-form.tsx'
import { NoindexHead } from '../../layout/noindex-head.tsx'
import { useSiteFrameContent } from '../../layout/use-site-frame-content.ts'
import { isPagePublished } from '../../page-content.ts'
import { getPageRequestContext } from '../../page-request-context.ts'
import { FormButton } from '../../ui/link-button.tsx'
import { AccountSection, useAccountFormPath } from './account-section-parts.tsx'
import { DevicesSection, EmailSection, PasswordSection, SecondFactorSection } from './account-sections.tsx'
import { getPendingSecret, RecoveryCodesPage, SetUpSecondFactorPage } from './second-factor-pages.tsx'
import { type YourAccountFormAnswer, yourAccountFormFields, yourAccountForms } from './your-account-forms.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call, viewer } = getPageRequestContext(context)
  const [account, emailChange, sessions, emailChoices] = await Promise.all([
    call(getOwnAccountEndpoint, {}),
    call(getEmailChangeEndpoint, {}),
    call(listOwnSessionsEndpoint, {}),
    viewer.kind === 'admin' ? call(getWorkEmailFrequencyEndpoint, {}) : undefined,
  ])
  // Only admins have `emailChoices`.
  return addFlashNoticeToData(request, { account, emailChange, sessions, emailChoices, now: Date.now() })
}

export const action = createNamedFormsAction(yourAccountForms)

/** Shows the account. While the person sets up a second factor, shows only that. */
export function Page() {
  const loaderData = useLoaderData<typeof loader>()
  const answer = useActionData<YourAccountFormAnswer>()
  const secret = answer && getPendingSecret(answer)
  if (answer?.recoveryCodes) return <RecoveryCodesPage codes={answer.recoveryCodes} message={answer.notice ?? ''} />
  if (answer && secret) return <SetUpSecondFactorPage secret={secret} email={loaderData.account.email} answer={answer} />
  return <AccountOverview {...loaderData} answer={answer} />
}

type SerializedLoaderData = ReturnType<typeof useLoaderData<typeof loader>>

function AccountOverview({
  account,
  emailChange,
  sessions,
  emailChoices,
  now,
  notice,
  answer,
}: SerializedLoaderData & { answer: YourAccountFormAnswer | undefined }) {
  const { content } = useSiteFrameContent()
  return (
    <main id="main" tabIndex={-1} className="container your-account">
      <NoindexHead title="Your account" hasProblem={answer?.error !== undefined} />
      {answer?.error && <ErrorSummary answer={answer} names={['email', 'password', 'newPassword', 'workEmails']} />}
      <SuccessNotice notice={notice} />
      <nav aria-label="Breadcrumb" className="breadcrumbs">
        <a href="/dashboard">Dashboard</a> <span aria-hidden="true">/</span> <span aria-current="page">Your account</span>
      </nav>
      <h1 className="h1">Your account</h1>
      {account.needsSecondFactor && (
        <p className="account-notice">Admins of this site need two-step verification. Set it up below to open the admin area.</p>
      )}
      <EmailSection account={account} emailChange={emailChange} answer={answer} />
      <PasswordSection email={account.email} hasPassword={account.hasPassword} answer={answer} />
      <SecondFactorSection account={account} answer={answer} />
      <DevicesSection sessions={sessions} now={now} />
      {emailChoices && <EmailChoicesSection emailChoices={emailChoices} answer={answer} />}
      <AccountSection id="orders" title="Orders">
        <p>
          Your orders, receipts and invoices are in <a href="/my-order">My Orders</a>.
        </p>
      </AccountSection>
      <AccountSection id="data" title="Your data">
        <p>
          {isPagePublished('Privacy', content) && (
            <>
              Our <a href={getPublicPage('Privacy').path}>Privacy</a> page says what we keep about you and for how long.{' '}
            </>
          )}
          To have your data corrected or deleted, <a href={getPublicPage('Contact').path}>contact us</a>.
        </p>
      </AccountSection>
    </main>
  )
}

/** Lets an admin choose the emails about work and payments. */
function EmailChoicesSection({
  emailChoices,
  answer,
}: {
  emailChoices: EndpointResult<typeof getWorkEmailFrequencyEndpoint>
  answer: YourAccountFormAnswer | undefined
}) {
  return (
    <AccountSection id="work-emails" title="Emails">
      <div className="account-form">
        <HtmlForm
          name="emails"
          action={useAccountFormPath()}
          fields={yourAccountFormFields.emails}
          initialValues={emailChoices}
          answer={answer}
          busyLabel="Saving…"
        >
          <HtmlFormFields />
          <FormButton buttonStyle="outline">Save</FormButton>
        </HtmlForm>
      </div>
    </AccountSection>
  )
}
