import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { accountActionConfirmationCopy } from '#contract/content/kinds/account-action-confirmation-copy.ts'
import { signOutEndpoint } from '#contract/people/authentication.ts'
import { clearRepeatedNoticesCookie } from '../flash-notices.ts'
import { FormSuccessPage } from '../forms/form-success-page.tsx'
import { SingleFormPage } from '../forms/single-form-page.tsx'
import { loadCopy } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { useRootData } from '../root-route.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  return loadCopy(getPageRequestContext(context).call, accountActionConfirmationCopy)
}

/** Signs out. A POST, so that no link or image can do it. Also clears repeated acknowledgments. */
export async function action({ context, request }: ActionFunctionArgs) {
  await getPageRequestContext(context).call(signOutEndpoint, { body: {} })
  return redirect('/sign-out', { status: 303, headers: { 'set-cookie': await clearRepeatedNoticesCookie(request) } })
}

/** Asks signed-in people to confirm. Tells everyone else that they are logged out. */
export function Page() {
  const { signedOutHeading, signedOutNext, signedOutLink } = useLoaderData<typeof loader>()
  const { viewer } = useRootData()
  if (viewer.kind !== 'visitor') {
    const lead = `You’re logged in as ${viewer.email}.`
    return <SingleFormPage title="Log out?" lead={lead} submitLabel="Log out" busyLabel="Logging out…" fields={{}} />
  }
  const nextLink = { href: '/login', text: signedOutLink }
  return <FormSuccessPage heading={signedOutHeading} notice={LOGGED_OUT_MESSAGE} next={signedOutNext} nextLink={nextLink} />
}

/** The text of the call's reply. */
const LOGGED_OUT_MESSAGE = 'You’re logged out.'
