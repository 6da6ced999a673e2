import type { ReactNode } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import type { confirmSubscriptionEndpoint, unsubscribeEndpoint } from '#contract/inbox/subscribers.ts'
import { INCOMPLETE_LINK_MESSAGE, type verifyEmailEndpoint } from '#contract/people/authentication.ts'
import type { stopRemindersEndpoint } from '#contract/work/stop-reminders.ts'
import { redirectWithFlashNotice } from '../flash-notices.ts'
import { NoindexHead } from '../layout/noindex-head.tsx'
import { createFormAction, type FormAnswer } from './form-action.ts'
import { SingleFormPage } from './single-form-page.tsx'

const INVALID_LINK_TITLE = 'This link doesn’t work'

type Props = {
  title: string
  lead: string
  submitLabel: string
  busyLabel: string
  /** What to do if the link doesn't work. */
  fallback?: ReactNode
}

/** Marks notices of this page's action. */
export const EMAIL_LINK_NOTICE_TOPIC = 'linkUsed'

/** Makes the link's call, then redirects to the page without the token. A reload then can't use the token again. */
export function createEmailLinkAction(endpoint: typeof confirmSubscriptionEndpoint | typeof verifyEmailEndpoint) {
  return createFormAction({}, async ({ call, request }) => {
    const { message } = await call(endpoint, { body: { token: getEmailLinkToken(request) } })
    return redirectWithFlashNotice(request, new URL(request.url).pathname, message, EMAIL_LINK_NOTICE_TOPIC)
  })
}

/** Makes the link's call without a redirect: mail programs that post in the background follow none (RFC 8058). */
export function createOneClickUnsubscribeAction(endpoint: typeof unsubscribeEndpoint | typeof stopRemindersEndpoint) {
  return createFormAction({}, ({ call, request }) => call(endpoint, { body: { token: getEmailLinkToken(request) } }))
}

/** Returns the token of the link, or an empty text. */
export function getEmailLinkToken({ url }: Request): string {
  return new URL(url).searchParams.get('token') ?? ''
}

/** Renders the page behind a mailed link. It has a button, because mail scanners open links. */
export function EmailLinkPage({ fallback, ...form }: Props) {
  const answer = useActionData<FormAnswer>()
  const hasToken = useSearchParams()[0].has('token')
  if (hasToken && !answer?.fields.token) return <SingleFormPage {...form} fields={{}} />
  return (
    <main id="main" tabIndex={-1} className="container account">
      <NoindexHead title={INVALID_LINK_TITLE} hasProblem />
      <h1 className="h1">{INVALID_LINK_TITLE}</h1>
      <p className="lead">{hasToken ? answer?.fields.token : INCOMPLETE_LINK_MESSAGE}</p>
      {fallback}
    </main>
  )
}
