import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData, useSearchParams } from 'react-router'
import { accountActionConfirmationCopy } from '#contract/content/kinds/account-action-confirmation-copy.ts'
import type { CopyKindTexts } from '#contract/core/define-page-copy-kind.ts'
import { resendVerificationEmailEndpoint, verifyEmailEndpoint } from '#contract/people/authentication.ts'
import {
  addFlashNoticeToData,
  type FlashNotice,
  loadAcknowledgmentPageData,
  readFlashNotice,
  redirectWithFlashNotice,
} from '../flash-notices.ts'
import { createEmailLinkAction, EMAIL_LINK_NOTICE_TOPIC, EmailLinkPage } from '../forms/email-link-page.tsx'
import { createFormAction, type FormAnswer } from '../forms/form-action.ts'
import { ErrorSummary, SuccessNotice } from '../forms/form-messages.tsx'
import { FormSuccessPage } from '../forms/form-success-page.tsx'
import { HtmlForm } from '../forms/html-form.tsx'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { loadCopy } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { FormButton } from '../ui/link-button.tsx'

const TITLE = 'Confirm your email address'

type LoaderData = { email: string; copy?: CopyKindTexts<typeof accountActionConfirmationCopy> } & Partial<FlashNotice>

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { viewer, call } = getPageRequestContext(context)
  const loaderData: LoaderData = { email: viewer.kind === 'visitor' ? '' : viewer.email }
  if (new URL(request.url).searchParams.has('token')) return loaderData
  const notice = await readFlashNotice(request)
  if (notice && notice.about !== EMAIL_LINK_NOTICE_TOPIC) return addFlashNoticeToData(request, loaderData)
  return (
    (await loadAcknowledgmentPageData(request, async () => ({
      ...loaderData,
      copy: await loadCopy(call, accountActionConfirmationCopy),
    }))) ?? loaderData
  )
}

/** Confirms the email if the URL has a token. Otherwise sends another link. */
export function action(args: ActionFunctionArgs) {
  return new URL(args.request.url).searchParams.has('token') ? confirmEmail(args) : resendLink(args)
}

const confirmEmail = createEmailLinkAction(verifyEmailEndpoint)

const resendLink = createFormAction({}, async ({ call, request }) => {
  const { message } = await call(resendVerificationEmailEndpoint, { body: {} })
  return redirectWithFlashNotice(request, '/verify-email', message)
})

/** The page behind the mailed link. Opening it changes nothing; its button does (P-58). */
export function Page() {
  const { email, copy, notice } = useLoaderData<LoaderData>()
  const hasToken = useSearchParams()[0].has('token')
  if (copy && notice) {
    const { confirmedHeading, confirmedNext, confirmedLink } = copy
    const nextLink = { href: '/dashboard', text: confirmedLink }
    return <FormSuccessPage heading={confirmedHeading} notice={notice} next={confirmedNext} nextLink={nextLink} />
  }
  if (!hasToken) return <RequestLinkPage />
  return (
    <EmailLinkPage
      title={TITLE}
      lead={`Press the button to confirm that ${email} is yours.`}
      submitLabel="Confirm my address"
      busyLabel="Confirming…"
      fallback={<ResendLinkButton />}
    />
  )
}

function RequestLinkPage() {
  const { email, notice } = useLoaderData<LoaderData>()
  const answer = useActionData<FormAnswer>()
  return (
    <main id="main" tabIndex={-1} className="container account">
      <NoindexHead title={TITLE} hasProblem={answer !== undefined} />
      {answer && <ErrorSummary answer={answer} names={[]} />}
      <h1 className="h1">{TITLE}</h1>
      <SuccessNotice notice={notice} />
      <p className="lead">We can send a link to {email}.</p>
      <ResendLinkButton />
    </main>
  )
}

function ResendLinkButton() {
  return (
    <HtmlForm action="/verify-email" busyLabel="Sending…" isNativeSubmit>
      <FormButton>Send a new link</FormButton>
    </HtmlForm>
  )
}
