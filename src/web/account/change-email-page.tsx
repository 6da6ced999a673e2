import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { confirmEmailChangeEndpoint, getEmailChangeEndpoint } from '#contract/people/own-account-security.ts'
import { redirectWithFlashNotice } from '../flash-notices.ts'
import { EmailLinkPage, getEmailLinkToken } from '../forms/email-link-page.tsx'
import { createFormAction } from '../forms/form-action.ts'
import { getPageRequestContext } from '../page-request-context.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { viewer, call } = getPageRequestContext(context)
  const { email: newEmail } = await call(getEmailChangeEndpoint, {})
  return { email: viewer.kind === 'visitor' ? '' : viewer.email, newEmail: newEmail ?? 'the new address' }
}

export const action = createFormAction({}, async ({ call, request }) => {
  const { message } = await call(confirmEmailChangeEndpoint, { body: { token: getEmailLinkToken(request) } })
  return redirectWithFlashNotice(request, '/account', message)
})

/** The page behind both mailed links. Opening it changes nothing; its button does (P-370). */
export function Page() {
  const { email, newEmail } = useLoaderData<typeof loader>()
  return (
    <EmailLinkPage
      title="Change your email"
      lead={`Press the button to change the email of your account from ${email} to ${newEmail}.`}
      submitLabel="Agree to this change"
      busyLabel="One moment…"
      fallback={<a href="/account">Your account</a>}
    />
  )
}
