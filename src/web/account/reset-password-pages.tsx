import {
  type ActionFunctionArgs,
  createCookie,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { accountActionConfirmationCopy } from '#contract/content/kinds/account-action-confirmation-copy.ts'
import type { CopyKindTexts } from '#contract/core/define-page-copy-kind.ts'
import { requestPasswordResetEndpoint, resetPasswordEndpoint } from '#contract/people/authentication.ts'
import type { PageRouteModule } from '../define-page.ts'
import { type FlashNotice, loadAcknowledgmentPageData, redirectWithFlashNotice } from '../flash-notices.ts'
import { createFormAction } from '../forms/form-action.ts'
import { FormSuccessPage } from '../forms/form-success-page.tsx'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { loadCopy } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { emailFormField, newPasswordField, shownUsernameField, unknownUsernameField } from './credential-form-fields.ts'

const linkFields = { email: emailFormField }
const passwordFields = { username: shownUsernameField, password: newPasswordField }

/** How long the browser that asked for a link knows its email. The link works as long. */
const REQUEST_MAX_AGE_SECONDS = 60 * 60

/** Requests a reset link, or sets the new password if the URL has a token (P-56). */
export function action(args: ActionFunctionArgs) {
  const token = new URL(args.request.url).searchParams.get('token')
  return token ? createSetPasswordAction(token)(args) : requestResetLink(args)
}

const requestResetLink = createFormAction(linkFields, async ({ call, values, request }) => {
  await call(requestPasswordResetEndpoint, { body: values })
  return redirect('/thanks', {
    status: 303,
    headers: { 'set-cookie': await createRequestCookie(request).serialize(values.email) },
  })
})

/**
 * Names the account to password managers after the link is opened. Only the browser that asked for the link has it: the
 * link alone tells no one whose it is.
 */
function createRequestCookie({ url }: Request) {
  const isSecure = url.startsWith('https:')
  return createCookie(isSecure ? '__Secure-rankstead.reset' : 'rankstead.reset', {
    path: '/reset',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: REQUEST_MAX_AGE_SECONDS,
  })
}

export async function loader({ request }: LoaderFunctionArgs): Promise<{ username: string }> {
  const email: unknown = await createRequestCookie(request).parse(request.headers.get('cookie'))
  return { username: typeof email === 'string' ? email : '' }
}

function createSetPasswordAction(token: string) {
  return createFormAction(passwordFields, async ({ call, values: { password }, request }) => {
    const { message } = await call(resetPasswordEndpoint, { body: { token, password } })
    return redirectWithFlashNotice(request, '/reset/done', message)
  })
}

/** `/reset/done`. Redirects to `/reset` unless a password was just set. */
export const resetDonePage: PageRouteModule = {
  loader: async ({ context, request }: LoaderFunctionArgs) => {
    const copy = () => loadCopy(getPageRequestContext(context).call, accountActionConfirmationCopy)
    return (await loadAcknowledgmentPageData(request, async () => ({ copy: await copy() }))) ?? redirect('/reset')
  },
  Page: function ResetDonePage() {
    const { copy, notice } = useLoaderData<FlashNotice & { copy: CopyKindTexts<typeof accountActionConfirmationCopy> }>()
    const nextLink = { href: '/login', text: copy.passwordLink }
    return <FormSuccessPage heading={copy.passwordHeading} notice={notice} next={copy.passwordNext} nextLink={nextLink} />
  },
}

export function Page() {
  return useSearchParams()[0].get('token') ? <NewPasswordForm /> : <RequestLinkForm />
}

function RequestLinkForm() {
  return (
    <SingleFormPage
      title="Forgot your password?"
      lead="Enter the email address of your account, and we’ll send you a link to choose a new password."
      submitLabel="Send the link"
      busyLabel="Sending…"
      fields={linkFields}
    >
      <p className="elsewhere">
        Remembered it? <a href="/login">Log in</a>
      </p>
    </SingleFormPage>
  )
}

function NewPasswordForm() {
  const { username } = useLoaderData<typeof loader>()
  return (
    <SingleFormPage
      title="Choose a new password"
      lead="This logs you out everywhere. Then log in with the new password."
      submitLabel="Save the new password"
      busyLabel="Saving…"
      fields={{ ...passwordFields, ...(username === '' && { username: unknownUsernameField }) }}
      initialValues={{ username }}
    >
      <p className="elsewhere">
        Link not working? <a href="/reset">Ask for a new one</a>
      </p>
    </SingleFormPage>
  )
}
